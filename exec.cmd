@rem Windows has no exec, which the scripts of package.json call.
@%*
