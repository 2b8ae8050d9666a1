import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type Frontend, readFrontend, type Statement } from "./postgres-wire.ts";

export interface PostgresProxyOptions {
	/** The server's address, user and password included. */
	url: string;
	/** A statement is about to go to the server; false: it goes nowhere. */
	before?: (statement: Statement) => boolean;
	/** A transaction is about to be committed, with all that was said in it; false: it never is. */
	commits?: (statements: readonly Statement[]) => boolean;
	/** It is committed, and its client does not know yet; false: it never will. */
	committed?: (statements: readonly Statement[]) => boolean;
	/** What befalls the session that is about to commit this. */
	freezes?: (statements: readonly Statement[]) => Freeze | undefined;
}

/**
 * A session that ends a while after a commit was said, as one does whose limits end it. `before`: the commit is lost on
 * its way, and both sides wait; `after`: it is done, and its client waits for the answer; `half_open`: its client is gone,
 * and the server keeps the transaction open with all its locks.
 */
export type Freeze = "before" | "after" | "half_open";

export interface PostgresProxy extends AsyncDisposable {
	/** The same address by way of the proxy. */
	url: string;
	/** Breaks every connection at once, and takes none any more; the server rolls back what was open. */
	cut(): void;
	/** Breaks the connections that call themselves so. */
	cutOnly(applicationName: RegExp): void;
}

/** How long a session is frozen: long enough that others come to wait for its locks. */
const frozenMs = 1_500;

/** A proxy that sees what its clients say to PostgreSQL, and can be the end of them between any two statements. */
export async function createPostgresProxy(options: PostgresProxyOptions): Promise<PostgresProxy> {
	const { before = () => true, commits = () => true, committed = () => true, freezes } = options;
	const address = new URL(options.url);
	const pairs = new Map<Socket, { upstream: Socket; name: () => string }>();
	let isCut = false;

	const server = createServer({ noDelay: true }, (client) => {
		const upstream = connect({ host: address.hostname, port: Number(address.port), noDelay: true });
		const frontend: Frontend = readFrontend();
		let spoken: Statement[] = [];
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
			if (frozen === undefined || isCut) end();
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
				if (isCut || frozen || (statement && !pass(statement))) break;
				passed.push(bytes);
			}
			// What was said before the end reaches the server, as it would have.
			if (passed.length > 0 && !upstream.destroyed) upstream.write(Buffer.concat(passed));
		});
		upstream.on("data", (chunk: Buffer) => {
			if (isCut || frozen) return;
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
			if (word === "begin" || word === "rollback") spoken = [];
			else if (word === undefined) spoken.push(statement);
			if (word !== "commit") return before(statement);
			if (!commits(spoken)) return false;
			const how = freezes?.(spoken);
			if (how === "before" || how === "half_open") {
				freeze(how);
				return false;
			}
			freezesAfter = how === "after";
			committing = spoken;
			return true;
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// A server that listens on TCP has such an address.
	address.port = String((server.address() as AddressInfo).port);
	const proxied = address.href;
	address.port = new URL(options.url).port;

	const cut = (): void => {
		isCut = true;
		server.close();
		for (const [client, { upstream }] of pairs) for (const socket of [client, upstream]) socket.destroy();
	};
	return {
		url: proxied,
		cut,
		cutOnly(applicationName) {
			for (const [client, { upstream, name }] of pairs) {
				if (applicationName.test(name())) for (const socket of [client, upstream]) socket.destroy();
			}
		},
		async [Symbol.asyncDispose]() {
			cut();
		},
	};
}
