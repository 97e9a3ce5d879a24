"""One small typed compiler over llvmlite: kernels and the generated functions of rulebooks become object code."""
