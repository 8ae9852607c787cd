// PromiseScope
