// Fixes for defects of the database driver "postgres". Each entry is a text in src/connection.js and its replacement.
// preload.cjs applies them while Node loads that file.
module.exports = [
	// When a connection ends, the driver keeps its unsent bytes and assumes that they will still be sent. The pool then
	// waits for that connection forever (github.com/porsager/postgres/issues/1154).
	[
		"clearImmediate(nextWriteTimer)\n    socket.removeListener",
		"clearImmediate(nextWriteTimer); chunk = nextWriteTimer = null\n    socket.removeListener",
	],
	// When a connection ends during a statement, the driver keeps that statement, its rows and the server's last error. The
	// first statement of the next connection then fails with the old error, or gets its rows at wrong indexes. With
	// several hosts, the driver also skips the check of the server's role.
	[
		"if (initial)\n      return reconnect()\n\n    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))",
		"!initial && !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = results = errorResponse = null\n    result = new Result()\n    rows = 0\n    if (initial)\n      return reconnect()\n",
	],
	// A write to a closed connection throws where no caller can catch it (github.com/porsager/postgres/issues/1208).
	[
		"const x = socket.write(chunk, fn)",
		"if (!socket) { chunk = nextWriteTimer = null; error(Errors.connection('CONNECTION_CLOSED', options)); return false }\n    const x = socket.write(chunk, fn)",
	],
	// If the connection breaks during the driver's own query for types, nothing handles the rejection and the process
	// ends. The caller's statement fails anyway.
	["return fetchArrayTypes()", "return fetchArrayTypes().catch(() => {})"],
	// Each connection of a pool asks for the same types again, which takes a third of the time of connecting.
	["if (needsTypes) {", "if (needsTypes && Object.keys(options.shared.typeArrayMap).length === 0) {"],
	// With several hosts the driver does not count its attempts. While no host answers, it retries in a tight loop, the
	// statement never fails, and closing the pool never ends.
	[
		"if (connection.queue === queues.connecting && options.host[retries + 1])\n      return",
		"if (connection.queue === queues.connecting && !terminated && options.host[++retries])\n      return\n    retries = 0",
	],
	// The driver must also try the next host in these cases: the server is starting up, it has the wrong role (primary or
	// standby), or it does not answer in time.
	["} else {\n      errored(Errors.postgres(parseError(x)))", "} else {\n      error(Errors.postgres(parseError(x)))"],
	[
		"else if (tryNext(target_session_attrs, backendParameters))\n          return terminate()",
		"else if (tryNext(target_session_attrs, backendParameters))\n          return (error(Errors.generic('WRONG_ROLE', 'the server is no ' + target_session_attrs)), socket.destroy())",
	],
	[
		"errored(Errors.connection('CONNECT_TIMEOUT', options, socket))",
		"error(Errors.connection('CONNECT_TIMEOUT', options, socket))",
	],
	// If the server's machine disappears, the driver has no timeout, and TCP gives up only after 15 minutes. The server
	// ends every statement at `statement_timeout`. So a connection that is silent for 25% longer is dead.
	[
		"keep_alive && socket.setKeepAlive && socket.setKeepAlive(true, 1000 * keep_alive)",
		"keep_alive && socket.setKeepAlive && socket.setKeepAlive(true, 1000 * keep_alive)\n      options.connection.statement_timeout > 0 && socket.setTimeout(1.25 * options.connection.statement_timeout, () => (query || sent.length) && socket.destroy(Errors.connection('ANSWER_TIMEOUT', options, socket)))",
	],
];
