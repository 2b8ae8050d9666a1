import type { Activity } from "./activity.ts";
import { type Backend, serviceUrlBy } from "./backend.ts";
import type { Crashes } from "./crash.ts";
import type { Freezes } from "./freezes.ts";
import { createHttpProxy } from "./http-proxy.ts";
import { type Instance, openInstance, type StartProgram } from "./instance.ts";
import { requestNames } from "./planting.ts";
import type { Statement } from "./postgres-wire.ts";
import type { Quirk } from "./quirk.ts";
import type { Trace } from "./trace.ts";
import type { Troubles } from "./troubles.ts";
import { reach } from "./until.ts";
import type { Watch } from "./watch.ts";

/** They reach the service through one proxy. When a bot dies, a new one replaces it. */
export interface Fleet extends AsyncDisposable {
	/** Leads to the proxy. */
	serviceUrl: string;
	/** Of the newest bot, for webhook events. Undefined while no bot runs. */
	url(): string | undefined;
	/** The service and all bots run, every update is handled, and no call to Telegram is in progress. */
	idle(): boolean;
	/** Such as for polling Telegram. */
	loseLeadership(): void;
	restart(): Promise<void>;
}

interface FleetOptions {
	backend: Backend;
	trace: Trace;
	watch: Watch;
	troubles: Troubles;
	crashes: Crashes;
	freezes: Freezes | undefined;
	start: StartProgram;
	activity: Activity;
	count: number;
	publicUrl: string;
	/** A longer list of domains is split into several requests. */
	namesAtOnce: number;
	/** Imitates a service that behaves differently. */
	quirk: Quirk;
}

export async function openFleet(options: FleetOptions): Promise<Fleet> {
	const { backend, trace, watch, troubles, crashes, freezes, start, activity, count, publicUrl, namesAtOnce, quirk } =
		options;
	await using stack = new AsyncDisposableStack();
	const running = new Set<Instance>();
	const opening = new Set<Promise<void>>();
	let sender: Instance | undefined;
	let closed = false;
	const service = stack.use(
		await createHttpProxy({
			target: () => backend.serviceOrigin,
			activity,
			trouble: (exchange) => troubles.choose(exchange),
			rewrite: quirk,
			arrived(exchange) {
				const { key } = watch.arrived(exchange);
				return key === undefined || survives("before the bytes");
			},
			executed(exchange, answer) {
				watch.executed(exchange, answer);
				return exchange.headers["idempotency-key"] === undefined || survives("after the bytes");
			},
			ended(exchange, passed) {
				watch.ended(exchange, passed);
				if (exchange.headers["idempotency-key"] !== undefined) survives("after the answer");
			},
		}),
	);
	const serviceUrl = serviceUrlBy(service.url);

	/**
	 * False kills a bot. The proxy cannot see which bot sent the request, so that is `sender`, the last bot that marked a
	 * request as sent in the database.
	 */
	function survives(point: Parameters<Crashes["reaches"]>[0]): boolean {
		const victim = sender && running.has(sender) ? sender : [...running][0];
		if (!victim || !crashes.reaches(point)) return true;
		trace.note(`crash ${point}`);
		replaceDead(victim);
		return false;
	}

	function replaceDead(instance: Instance): void {
		running.delete(instance);
		watch.deaths.push(backend.now());
		instance.die();
		if (!closed) open();
	}

	function open(): void {
		const work = openOne().catch((error: unknown) => {
			trace.note(`a bot did not start: ${error}`);
			if (!closed) open();
		});
		opening.add(work);
		activity.begin();
		void work.finally(() => {
			opening.delete(work);
			activity.end();
		});
	}

	async function openOne(): Promise<void> {
		await backend.deleteActiveJobs();
		const instance = await openInstance({
			databaseUrl: backend.database.tcpUrl,
			telegramUrl: backend.telegramUrl,
			env: {
				SECRET_KEY: backend.secretKey.toString("base64"),
				SERVICE_URL: serviceUrl,
				PUBLIC_URL: publicUrl,
				EGRESS_IPS: "127.0.0.1",
				// No server listens there, so a question about a nameserver fails at once. A world must not ask the internet.
				DNS_RESOLVERS: "127.0.0.1:1",
				[requestNames]: String(namesAtOnce),
			},
			start,
			activity,
			reaches(point) {
				if (!crashes.reaches(point)) return false;
				trace.note(`crash ${point}`);
				queueMicrotask(() => replaceDead(instance));
				return true;
			},
			freezes(milestones) {
				const how = freezes?.reaches(milestones);
				if (how) trace.note(`a session freezes (${how}): ${milestones.join(", ")}`);
				return how;
			},
			onStatement(statement) {
				if (statement.text.startsWith('update "bot"."requests"')) watch.requestWrites += 1;
				recordRateLimit(watch, backend, statement);
			},
			onSending() {
				sender = instance;
			},
		});
		running.add(instance);
		trace.note("a bot runs");
	}

	for (let index = 0; index < count; index += 1) await openOne();
	const parts = stack.move();
	return {
		serviceUrl,
		url: () => [...running].at(-1)?.url,
		idle() {
			const all = [...running];
			const settled = all.some((each) => each.polls()) && !all.some((each) => each.calling());
			return backend.serviceOrigin !== undefined && opening.size === 0 && all.length >= count && settled;
		},
		loseLeadership: () => [...running][0]?.loseLeadership(),
		async restart() {
			trace.note("all bots are killed");
			for (const instance of [...running]) replaceDead(instance);
			await reach("the bots do not start again", () => opening.size === 0, 60_000);
		},
		async [Symbol.asyncDispose]() {
			closed = true;
			await Promise.all(opening);
			await Promise.all([...running].map((instance) => instance.close()));
			await parts.disposeAsync();
		},
	};
}

/** All bots must respect a block of a token after a 429. */
function recordRateLimit({ blocks, permits }: Watch, { now }: Backend, { text, parameters }: Statement): void {
	if (/with asked as/.test(text)) permits.push({ keys: String(parameters[0]), at: now() });
	if (!/insert into rate_limits as p \(key, next_at, blocked_until\)/.test(text)) return;
	const [key, ms] = parameters;
	blocks.push({ key: String(key), from: now(), until: now() + Number(ms) });
}
