import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "../support/port.ts";
import { type Frontend, readFrontend, type Statement } from "./postgres-wire.ts";

export interface PostgresProxyOptions {
	/** The server's URL, with user and password. */
	url: string;
	/** Called before a statement goes to the server. Return false to drop it. */
	before?: (statement: Statement) => boolean;
	/** Called before a COMMIT with the transaction's statements. Return false to drop the COMMIT. */
	commits?: (statements: readonly Statement[]) => boolean;
	/** Called after a COMMIT, before the client gets the server's answer. Return false to drop that answer. */
	committed?: (statements: readonly Statement[]) => boolean;
	/** Chooses how the session that is about to commit these statements freezes. */
	freezes?: (statements: readonly Statement[]) => Freeze | undefined;
}

/**
 * How a session hangs around its COMMIT until both connections are closed. `before`: the COMMIT is lost, and both
 * sides wait. `after`: it is done, and the client waits for the answer. `half_open`: the client is gone, and the
 * server keeps the transaction and its locks open.
 */
export type Freeze = "before" | "after" | "half_open";

export interface PostgresProxy extends AsyncDisposable {
	/** URL of the database through the proxy. */
	url: string;
	/** Breaks every connection and accepts no new ones. The server rolls back open transactions. */
	cut(): void;
	/** Breaks the connections with this application name. */
	disconnectOnly(applicationName: RegExp): void;
}

/** How long a session is frozen: long enough that other sessions start waiting for its locks. */
const frozenMs = 1_500;

/** A proxy that reads its clients' statements and can end a client between any two of them. */
export async function createPostgresProxy(options: PostgresProxyOptions): Promise<PostgresProxy> {
	const { before = () => true, commits = () => true, committed = () => true, freezes } = options;
	const address = new URL(options.url);
	const pairs = new Map<Socket, { upstream: Socket; name: () => string }>();
	let isDisconnected = false;

	const server = createServer({ noDelay: true }, (client) => {
		const upstream = connect({ host: address.hostname, port: Number(address.port), noDelay: true });
		const frontend: Frontend = readFrontend();
		let statements: Statement[] = [];
		let committing: Statement[] | undefined;
		let frozen: Freeze | undefined;
		let freezesAfter = false;
		const end = (): void => {
			client.destroy();
			upstream.destroy();
			pairs.delete(client);
		};
		pairs.set(client, { upstream, name: () => frontend.applicationName() });
		const close = (): void => {
			if (frozen === undefined || isDisconnected) end();
		};
		for (const socket of [client, upstream]) socket.on("error", close).on("close", close);
		const freeze = (how: Freeze): void => {
			frozen = how;
			setTimeout(end, frozenMs).unref();
			if (how === "half_open") client.destroy();
		};
		client.on("data", (chunk: Buffer) => {
			const passed: Buffer[] = [];
			for (const { bytes, statement } of frontend.push(chunk)) {
				if (isDisconnected || frozen || (statement && !pass(statement))) break;
				passed.push(bytes);
			}
			// The statements before the dropped one still reach the server, as they would without the proxy.
			if (passed.length > 0 && !upstream.destroyed) upstream.write(Buffer.concat(passed));
		});
		upstream.on("data", (chunk: Buffer) => {
			if (isDisconnected || frozen) return;
			if (committing && chunk.includes("COMMIT\0")) {
				const done = committing;
				committing = undefined;
				if (freezesAfter) return freeze("after");
				if (!committed(done)) return;
			}
			client.write(chunk);
		});

		function pass(statement: Statement): boolean {
			const word = /^\s*(begin|commit|rollback)\b/i.exec(statement.text)?.[1]?.toLowerCase();
			if (word === "begin" || word === "rollback") statements = [];
			else if (word === undefined) statements.push(statement);
			if (word !== "commit") return before(statement);
			if (!commits(statements)) return false;
			const how = freezes?.(statements);
			if (how === "before" || how === "half_open") {
				freeze(how);
				return false;
			}
			freezesAfter = how === "after";
			committing = statements;
			return true;
		}
	});
	address.port = String(await listenLocally(server));
	const proxied = address.href;
	address.port = new URL(options.url).port;

	const cut = (): void => {
		isDisconnected = true;
		server.close();
		for (const [client, { upstream }] of pairs) for (const socket of [client, upstream]) socket.destroy();
	};
	return {
		url: proxied,
		cut,
		disconnectOnly(applicationName) {
			for (const [client, { upstream, name }] of pairs) {
				if (applicationName.test(name())) for (const socket of [client, upstream]) socket.destroy();
			}
		},
		async [Symbol.asyncDispose]() {
			cut();
		},
	};
}
