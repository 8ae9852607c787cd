// CPromiseTrace
