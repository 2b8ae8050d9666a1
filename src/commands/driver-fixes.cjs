// Defects of the database driver "postgres", each as the text that src/connection.js has and the text that replaces it.
// preload.cjs applies them while Node loads that file.
module.exports = [
	// When a connection ends, the driver keeps what it had not sent yet and believes that it is about to be sent: the pool
	// then waits for that connection for ever (github.com/porsager/postgres/issues/1154).
	[
		"clearImmediate(nextWriteTimer)\n    socket.removeListener",
		"clearImmediate(nextWriteTimer); chunk = nextWriteTimer = null\n    socket.removeListener",
	],
	// A write to a connection that is gone throws where nobody can catch it (github.com/porsager/postgres/issues/1208).
	[
		"const x = socket.write(chunk, fn)",
		"if (!socket) { chunk = nextWriteTimer = null; error(Errors.connection('CONNECTION_CLOSED', options)); return false }\n    const x = socket.write(chunk, fn)",
	],
	// When the driver's own question about types is cut off, the rejection has no listener and would end the process. The
	// statement behind it fails anyway.
	["return fetchArrayTypes()", "return fetchArrayTypes().catch(() => {})"],
	// With several hosts the driver never counts how many it has tried: while none answers it tries them in a tight loop,
	// the statement never fails, and closing the pool never ends.
	[
		"if (connection.queue === queues.connecting && options.host[retries + 1])\n      return",
		"if (connection.queue === queues.connecting && !terminated && options.host[++retries])\n      return\n    retries = 0",
	],
	// A host that refuses to serve (a server that is starting up), a standby, and one that does not answer in time are
	// passed over like one where nobody listens.
	["} else {\n      errored(Errors.postgres(parseError(x)))", "} else {\n      error(Errors.postgres(parseError(x)))"],
	[
		"else if (tryNext(target_session_attrs, backendParameters))\n          return terminate()",
		"else if (tryNext(target_session_attrs, backendParameters))\n          return (error(Errors.generic('NOT_PRIMARY', 'the server is a standby and takes no changes')), socket.destroy())",
	],
	[
		"errored(Errors.connection('CONNECT_TIMEOUT', options, socket))",
		"error(Errors.connection('CONNECT_TIMEOUT', options, socket))",
	],
	// The driver waits for an answer for ever, and the system for a quarter of an hour, when the server's machine is gone.
	// The server itself would have ended the statement: a quarter later than that no answer can come.
	[
		"keep_alive && socket.setKeepAlive && socket.setKeepAlive(true, 1000 * keep_alive)",
		"keep_alive && socket.setKeepAlive && socket.setKeepAlive(true, 1000 * keep_alive)\n      options.connection.statement_timeout > 0 && socket.setTimeout(1.25 * options.connection.statement_timeout, () => (query || sent.length) && socket.destroy(Errors.connection('ANSWER_TIMEOUT', options, socket)))",
	],
];
