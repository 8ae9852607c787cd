print("pscope")
