import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "../support/port.ts";
import type { Activity } from "./activity.ts";
import { type Frontend, readFrontend, type Statement } from "./postgres-wire.ts";

export interface PostgresProxyOptions {
	/** Includes user and password. */
	url: string;
	/** False drops the statement. */
	before?: (statement: Statement) => boolean;
	/** False drops the COMMIT. */
	commits?: (statements: readonly Statement[]) => boolean;
	/** Runs before the client gets the answer. False drops the answer. */
	committed?: (statements: readonly Statement[]) => boolean;
	/** Runs before the client gets the answer to a statement that is no COMMIT. False drops the answer. */
	answered?: (statement: Statement) => boolean;
	/** Before a COMMIT. How the session freezes, if it does. */
	freezes?: (statements: readonly Statement[]) => Freeze | undefined;
	/** Sessions that wait for an answer of the server. */
	activity?: Activity;
}

/**
 * Until the proxy closes both connections:
 * - `before`: the COMMIT never reaches the server, and both sides wait.
 * - `after`: the server has committed, and the client waits for the answer.
 * - `half_open`: the client is disconnected, but the server keeps the transaction and its locks open.
 */
export type Freeze = "before" | "after" | "half_open";

export interface PostgresProxy extends AsyncDisposable {
	/** Through the proxy. */
	url: string;
	/** Also accepts no new one. The server then rolls back open transactions. */
	cut(): void;
	disconnectOnly(applicationName: RegExp): void;
}

/** The server is ready for the next statement. */
function isReady(chunk: Buffer): boolean {
	return chunk.at(-6) === "Z".charCodeAt(0) && chunk.at(-2) === 5;
}

/** Long enough for other sessions to begin to wait for its locks. */
const frozenMs = 1_500;

/** It can break a connection between any two statements. */
export async function createPostgresProxy(options: PostgresProxyOptions): Promise<PostgresProxy> {
	const {
		before = () => true,
		commits = () => true,
		committed = () => true,
		answered = () => true,
		freezes,
		activity,
	} = options;
	const address = new URL(options.url);
	const pairs = new Map<Socket, { upstream: Socket; name: () => string }>();
	let isDisconnected = false;

	const server = createServer({ noDelay: true }, (client) => {
		const upstream = connect({ host: address.hostname, port: Number(address.port), noDelay: true });
		const frontend: Frontend = readFrontend();
		let statements: Statement[] = [];
		let committing: Statement[] | undefined;
		let running: Statement | undefined;
		let frozen: Freeze | undefined;
		let freezesAfter = false;
		let isBusy = false;
		const setBusy = (value: boolean): void => {
			if (value === isBusy) return;
			isBusy = value;
			if (value) activity?.begin();
			else activity?.end();
		};
		const end = (): void => {
			client.destroy();
			upstream.destroy();
			pairs.delete(client);
			setBusy(false);
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
			setBusy(!client.destroyed);
			const passed: Buffer[] = [];
			for (const { bytes, statement } of frontend.push(chunk)) {
				if (isDisconnected || frozen || (statement && !pass(statement))) break;
				passed.push(bytes);
			}
			// Without the proxy, the statements before a dropped one would have reached the server too.
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
			const done = isReady(chunk) ? running : undefined;
			if (done) running = undefined;
			if (done && !answered(done)) return;
			client.write(chunk);
			if (isReady(chunk)) setBusy(false);
		});

		function pass(statement: Statement): boolean {
			const word = /^\s*(begin|commit|rollback)\b/i.exec(statement.text)?.[1]?.toLowerCase();
			if (word === "begin" || word === "rollback") statements = [];
			else if (word === undefined) statements.push(statement);
			if (word !== "commit") {
				running = statement;
				return before(statement);
			}
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
