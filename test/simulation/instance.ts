import type { CrashPoint } from "./crash.ts";
import { createHttpProxy, type Exchange } from "./http-proxy.ts";
import { type Milestone, milestonesOf } from "./milestones.ts";
import { createPostgresProxy, type Freeze } from "./postgres-proxy.ts";
import type { Statement } from "./postgres-wire.ts";
import { botToken } from "./telegram.ts";
import { fieldOf, type Post } from "./watch.ts";

/** A running bot, in this process or in one of its own. */
export interface Program {
	/** Where it listens. */
	url: string;
	/** Asks it to end; resolves when it has. */
	close(): Promise<void>;
	/** Ends it without asking. In this process nothing can: what it still does reaches nobody. */
	kill(): void;
}

export type StartProgram = (env: Record<string, string>) => Promise<Program>;

/** A bot, and its only ways to the database and to Telegram. Once it is dead nothing of it comes through them. */
export interface Instance {
	url: string;
	/** Has a call of Telegram under way, apart from waiting for updates. */
	calling(): boolean;
	/** Waits for the next update: it has dealt with those before. */
	polls(): boolean;
	/** Dies here and now. */
	die(): void;
	/** Loses the connections by which it leads others, and nothing else. */
	loseLead(): void;
	close(): Promise<void>;
}

interface InstanceOptions {
	databaseUrl: string;
	telegramUrl: string;
	env: Record<string, string>;
	start: StartProgram;
	/** True: it dies at this point. */
	reaches(point: CrashPoint): boolean;
	/** What befalls its session that is about to commit this. */
	freezes(milestones: readonly Milestone[]): Freeze | undefined;
	/** A statement that it makes. */
	heard(statement: Statement): void;
	/** It commits that it is about to send something. */
	sending(): void;
	/** A new message of it was taken. */
	posted(post: Post): void;
}

/** How long a poll must have been waiting until it is certain that no update waits for it. */
const settledMs = 20;
/** It takes a bot no longer to write down which message it has sent, on however busy a machine. */
const notingMs = 5_000;

export async function openInstance(options: InstanceOptions): Promise<Instance> {
	const { databaseUrl, telegramUrl, env, start, reaches, freezes, heard, sending, posted } = options;
	const posts = new Map<Exchange, Post>();
	let isDead = false;
	let program: Program | undefined;
	let calls = 0;
	let polling: { exchange: Exchange; since: number } | undefined;

	function die(): void {
		if (isDead) return;
		isDead = true;
		for (const post of posts.values()) if (performance.now() < (post.heardAt ?? 0) + notingMs) post.heardAt = undefined;
		database.cut();
		telegram.cut();
		program?.kill();
	}
	function keep(exchange: Exchange): void {
		const body: unknown = JSON.parse(exchange.body.toString());
		const [chatId, text] = [Number(fieldOf(body, "chat_id")), String(fieldOf(body, "text"))];
		const post: Post = { chatId, text, at: performance.now(), heardAt: undefined };
		posts.set(exchange, post);
		posted(post);
	}
	function survives(point: CrashPoint): boolean {
		if (!isDead && program && reaches(point)) die();
		return !isDead;
	}

	const database = await createPostgresProxy({
		url: databaseUrl,
		before(statement) {
			if (!isDead) heard(statement);
			return !isDead;
		},
		commits(statements) {
			const milestones = milestonesOf(statements);
			if (milestones.includes("sent commit")) sending();
			return milestones.every((milestone) => survives(`before the ${milestone}`));
		},
		freezes: (statements) => (isDead ? undefined : freezes(milestonesOf(statements))),
		committed: (statements) => milestonesOf(statements).every((milestone) => survives(`after the ${milestone}`)),
	});
	const telegram = await createHttpProxy({
		target: () => telegramUrl,
		follows: isPoll,
		arrived(exchange) {
			if (isPoll(exchange)) polling = { exchange, since: performance.now() };
			else calls += 1;
			return !isMessage(exchange) || survives("before the message");
		},
		executed(exchange, { status }) {
			if (exchange.path.endsWith("/sendMessage") && status === 200) keep(exchange);
			return !isMessage(exchange) || survives("after the message");
		},
		ended(exchange, passed) {
			const post = posts.get(exchange);
			if (post && passed) post.heardAt = performance.now();
			if (polling?.exchange === exchange) polling = undefined;
			if (!isPoll(exchange)) calls -= 1;
		},
	});

	try {
		program = await start({
			...env,
			DATABASE_URL: database.url,
			BOT_TOKEN: botToken,
			TELEGRAM_API_ROOT: telegram.url,
			TELEGRAM_MODE: "polling",
			PORT: "0",
			NO_BROWSER: "1",
			LOG_LEVEL: "warn",
		});
	} catch (error) {
		die();
		throw error;
	}
	const { url, close } = program;
	return {
		url,
		calling: () => calls > 0,
		polls: () => polling !== undefined && performance.now() - polling.since > settledMs,
		die,
		loseLead: () => database.cutOnly(/^lead /),
		async close() {
			await close();
			await telegram[Symbol.asyncDispose]();
			await database[Symbol.asyncDispose]();
		},
	};
}

function isPoll({ path }: Exchange): boolean {
	return path.endsWith("/getUpdates");
}

function isMessage({ path }: Exchange): boolean {
	return /\/(sendMessage|editMessageText)$/.test(path);
}
