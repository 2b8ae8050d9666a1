import { randomBytes, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { AdminResult } from "@domains/contract/admin.ts";
import { limits } from "@domains/contract/limits.ts";
import { createJobs, type Jobs } from "@domains/kit/jobs/index.ts";
import { createVault, type Vault } from "@domains/kit/vault.ts";
import type { CallerTimes } from "@domains/trading-service/http.ts";
import { basePath, createService, type Service } from "@domains/trading-service/index.ts";
import type { Registrar } from "@domains/trading-service/registrar/port.ts";
import { createSandboxRegistrar } from "@domains/trading-service/registrar/sandbox.ts";
import type { Answer } from "./answer.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { createTestLog } from "./log.ts";
import { type Description, readDescription } from "./openapi.ts";

export interface Caller {
	get(path: string, headers?: Record<string, string>): Promise<Answer>;
	/** Without `key`, gets a new idempotency key. */
	send(method: "POST" | "PUT" | "PATCH", path: string, body: unknown, key?: string): Promise<Answer>;
}

export interface TestService extends AsyncDisposable {
	database: TestDatabase;
	jobs: Jobs;
	vault: Vault;
	service: Service;
	url: string;
	log: ReturnType<typeof createTestLog>;
	description: Description;
	/** Uses the same database. */
	another(): Promise<{ service: Service; url: string }>;
	/** Returns functions that send requests with its token. */
	open(balanceUsd?: number): Promise<Caller & { userId: number; token: string }>;
}

interface Options {
	registrar?: (sandbox: Registrar, database: TestDatabase) => Registrar;
	allowedOrigins?: readonly string[];
	receiverBase?: string;
	trustedProxies?: readonly string[];
	times?: CallerTimes;
}

/** It follows from the code alone, so a worker reads it once. */
let read: Promise<Description> | undefined;

/** Listens over HTTP, with a new database. Nothing works on its queues, so tests run the jobs themselves. */
export async function startService(options: Options = {}): Promise<TestService> {
	const stack = new AsyncDisposableStack();
	const database = stack.use(await createTestDatabase());
	const log = createTestLog();
	const jobs = stack.use(await createJobs({ url: database.url, log }));
	const vault = createVault(randomBytes(32));
	const sandbox = createSandboxRegistrar({ ...database, sleep: async () => {} });
	async function start() {
		const { allowedOrigins = [], trustedProxies = [], receiverBase, times } = options;
		const registrar = options.registrar?.(sandbox, database) ?? sandbox;
		const targets = { allowedOrigins, ...(receiverBase !== undefined && { receiverBase }) };
		const deps = { database, jobs, vault, log, registrar, ...targets, trustedProxies, ...(times && { times }) };
		const service = await createService(deps);
		stack.defer(() => service.close());
		await service.app.listen({ host: "127.0.0.1", port: 0 });
		return { service, url: `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}${basePath}` };
	}
	const first = await start();
	read ??= readDescription(first.url);
	const description = await read;
	return {
		description,
		database,
		jobs,
		vault,
		log,
		...first,
		another: start,
		async open(balanceUsd = 500) {
			const { admin } = first.service;
			// An account needs a minimum balance to get a token.
			const opening = Math.max(balanceUsd * 100, limits.tokenBalanceCents);
			const input = { balanceCents: opening, whitelist: ["127.0.0.1"] };
			const { userId, token } = done(await admin.openAccount(randomUUID(), input));
			const spent = balanceUsd * 100 - opening;
			if (spent < 0) done(await admin.credit(randomUUID(), userId, spent));
			return { userId, token, ...createCaller(first.url, token, database, description) };
		},
		[Symbol.asyncDispose]: () => stack.disposeAsync(),
	};
}

/**
 * After a 429, they advance the database clock and send the request again. They throw if the service's OpenAPI
 * description does not cover an answer.
 */
export function createCaller(url: string, token: string, database: TestDatabase, description: Description): Caller {
	async function call(path: string, init: RequestInit): Promise<Answer> {
		const answer = await fetchAnswer(url + path, token, init);
		const gaps = description.gaps(init.method ?? "GET", path, answer);
		if (gaps.length > 0) throw new Error(gaps.join("\n"));
		if (answer.status !== 429) return answer;
		await database.advance(1_100);
		return await call(path, init);
	}
	return {
		get: (path, headers = {}) => call(path, { headers }),
		send: (method, path, body, key = randomUUID()) =>
			call(path, {
				method,
				headers: { "content-type": "application/json", "idempotency-key": key },
				body: JSON.stringify(body),
			}),
	};
}

/** Even if it is an error. */
export async function fetchAnswer(url: string, token: string, init: RequestInit = {}): Promise<Answer> {
	const response = await fetch(url, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: JSON.parse(text), text };
}

/** Throws if the service refused the call. */
export function done<Value>(result: AdminResult<Value>): Value {
	if (result.kind === "done") return result.value;
	throw new Error(`the admin call was refused: ${result.code}: ${result.message}`);
}

/** Over the ledger, and in the account's row. The two should be equal. */
export async function ledgerOf({ sql }: TestDatabase, userId: number) {
	const [sums] = await sql<{ balance: number; held: number; charges: number }[]>`
		select sum(balance_cents)::int as balance, sum(held_cents)::int as held,
			count(*) filter (where kind = 'charge')::int as charges
		from service.ledger where account_id = ${userId}`;
	const [account] = await sql<{ balance: number; held: number }[]>`
		select balance_cents as balance, held_cents as held from service.accounts where id = ${userId}`;
	return { sums, account };
}
