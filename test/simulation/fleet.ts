import type { Crashes } from "./crash.ts";
import type { Freezes } from "./freezes.ts";
import type { Habit } from "./habits.ts";
import { createHttpProxy } from "./http-proxy.ts";
import { type Instance, openInstance, type StartProgram } from "./instance.ts";
import { requestNames } from "./planting.ts";
import type { Statement } from "./postgres-wire.ts";
import { type Stage, serviceUrlBy, until } from "./stage.ts";
import type { Trace } from "./trace.ts";
import type { Troubles } from "./troubles.ts";
import type { Watch } from "./watch.ts";

/** The bots of a run behind one address of the service: when one dies, another one takes its place. */
export interface Fleet extends AsyncDisposable {
	/** What the bots call the service. */
	serviceUrl: string;
	/** Where the newest of them takes events; undefined while none runs. */
	url(): string | undefined;
	/** All of them run, and none has anything to do before time passes. */
	idle(): boolean;
	/** One of them loses its lead. */
	loseLead(): void;
	/** Ends all of them, and begins anew. */
	restart(): Promise<void>;
}

interface FleetOptions {
	stage: Stage;
	trace: Trace;
	watch: Watch;
	troubles: Troubles;
	crashes: Crashes;
	freezes: Freezes | undefined;
	start: StartProgram;
	count: number;
	publicUrl: string;
	/** How many names of a list one request asks for. */
	namesAtOnce: number;
	/** What becomes of the service's answers. */
	habit: Habit;
}

export async function openFleet(options: FleetOptions): Promise<Fleet> {
	const { stage, trace, watch, troubles, crashes, freezes, start, count, publicUrl, namesAtOnce, habit } = options;
	await using stack = new AsyncDisposableStack();
	const running = new Set<Instance>();
	const opening = new Set<Promise<void>>();
	let sender: Instance | undefined;
	let closed = false;
	const service = stack.use(
		await createHttpProxy({
			target: () => stage.serviceOrigin,
			trouble: (exchange) => troubles.choose(exchange),
			rewrite: habit,
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

	/** Whoever sends something: the one that committed to it last. */
	function survives(point: Parameters<Crashes["reaches"]>[0]): boolean {
		const victim = sender && running.has(sender) ? sender : [...running][0];
		if (!victim || !crashes.reaches(point)) return true;
		trace.note(`crash ${point}`);
		bury(victim);
		return false;
	}

	function bury(instance: Instance): void {
		running.delete(instance);
		watch.deaths.push(stage.now());
		instance.die();
		if (!closed) open();
	}

	function open(): void {
		const work = openOne().catch((error: unknown) => {
			trace.note(`a bot did not start: ${error}`);
			if (!closed) open();
		});
		opening.add(work);
		void work.finally(() => opening.delete(work));
	}

	async function openOne(): Promise<void> {
		await stage.forgetActiveBells();
		const instance = await openInstance({
			databaseUrl: stage.database.url,
			telegramUrl: stage.telegramUrl,
			env: {
				SECRET_KEY: stage.secretKey.toString("base64"),
				SERVICE_URL: serviceUrl,
				PUBLIC_URL: publicUrl,
				EGRESS_IPS: "127.0.0.1",
				[requestNames]: String(namesAtOnce),
			},
			start,
			reaches(point) {
				if (!crashes.reaches(point)) return false;
				trace.note(`crash ${point}`);
				queueMicrotask(() => bury(instance));
				return true;
			},
			freezes(milestones) {
				const how = freezes?.reaches(milestones);
				if (how) trace.note(`a session freezes (${how}) at the ${milestones.join(", ")}`);
				return how;
			},
			heard(statement) {
				if (statement.text.startsWith('update "bot"."requests"')) watch.requestWrites += 1;
				notePace(watch, stage, statement);
			},
			sending() {
				sender = instance;
			},
			posted: (post) => void watch.posts.push(post),
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
			return stage.serviceOrigin !== undefined && opening.size === 0 && all.length >= count && settled;
		},
		loseLead: () => [...running][0]?.loseLead(),
		async restart() {
			trace.note("all bots are killed");
			for (const instance of [...running]) bury(instance);
			await until(() => opening.size === 0, 60_000);
		},
		async [Symbol.asyncDispose]() {
			closed = true;
			await Promise.all(opening);
			await Promise.all([...running].map((instance) => instance.close()));
			await parts.disposeAsync();
		},
	};
}

/** The database is asked for a turn, or learns that a token is blocked: from then on nobody may ask with it. */
function notePace({ blocks, turns }: Watch, { now }: Stage, { text, parameters }: Statement): void {
	if (/with asked as/.test(text)) turns.push({ keys: String(parameters[0]), at: now() });
	if (!/insert into pace as p \(key, next_at, blocked_until\)/.test(text)) return;
	const [key, ms] = parameters;
	blocks.push({ key: String(key), from: now(), until: now() + Number(ms) });
}
