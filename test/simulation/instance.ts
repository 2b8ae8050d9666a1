import type { Activity } from "./activity.ts";
import { batchOf } from "./batches.ts";
import type { CrashPoint } from "./crash.ts";
import { createHttpProxy, type Exchange } from "./http-proxy.ts";
import { type Milestone, milestonesOf } from "./milestones.ts";
import { createPostgresProxy, type Freeze } from "./postgres-proxy.ts";
import type { Statement } from "./postgres-wire.ts";
import { botToken } from "./telegram.ts";

export interface Program {
	url: string;
	close(): Promise<void>;
	/**
	 * A bot in this process is only closed. Its connections must be broken before, so that its remaining work has no
	 * effect.
	 */
	kill(): void;
}

export type StartProgram = (env: Record<string, string>) => Promise<Program>;

/** Its proxies lead to its database and Telegram. When the bot dies, they break all connections. */
export interface Instance {
	url: string;
	/** Other than `getUpdates`. */
	calling(): boolean;
	/** It has waited for the next update for a while, so it has handled all earlier ones. */
	polls(): boolean;
	die(): void;
	/** Such as for polling Telegram. */
	loseLeadership(): void;
	close(): Promise<void>;
}

interface InstanceOptions {
	databaseUrl: string;
	telegramUrl: string;
	env: Record<string, string>;
	start: StartProgram;
	activity: Activity;
	reaches(point: CrashPoint): boolean;
	/** As in `Freezes`. */
	freezes(milestones: readonly Milestone[]): Freeze | undefined;
	onStatement(statement: Statement): void;
	/** In the transaction which records that it is about to send an order's HTTP request. */
	onSending(): void;
}

/** Telegram then has no update for the bot. */
const settledMs = 20;

export async function openInstance(options: InstanceOptions): Promise<Instance> {
	const { databaseUrl, telegramUrl, env, start, activity, reaches, freezes, onStatement, onSending } = options;
	let isDead = false;
	let program: Program | undefined;
	let calls = 0;
	let polling: { exchange: Exchange; since: number } | undefined;

	function die(): void {
		if (isDead) return;
		isDead = true;
		database.cut();
		telegram.cut();
		program?.kill();
	}
	function survives(point: CrashPoint): boolean {
		if (!isDead && program && reaches(point)) die();
		return !isDead;
	}

	const database = await createPostgresProxy({
		url: databaseUrl,
		activity,
		before(statement) {
			if (!isDead) onStatement(statement);
			const batch = batchOf(statement);
			return batch ? survives(`before the shared ${batch}`) : !isDead;
		},
		answered(statement) {
			const batch = batchOf(statement);
			return batch ? survives(`after the shared ${batch}`) : !isDead;
		},
		commits(statements) {
			const milestones = milestonesOf(statements);
			if (milestones.includes("sent commit")) onSending();
			return milestones.every((milestone) => survives(`before the ${milestone}`));
		},
		freezes: (statements) => (isDead ? undefined : freezes(milestonesOf(statements))),
		committed: (statements) => milestonesOf(statements).every((milestone) => survives(`after the ${milestone}`)),
	});
	const telegram = await createHttpProxy({
		target: () => telegramUrl,
		follows: isPoll,
		activity,
		arrived(exchange) {
			if (isPoll(exchange)) polling = { exchange, since: performance.now() };
			else calls += 1;
			return !isMessage(exchange) || survives("before the message");
		},
		executed: (exchange) => !isMessage(exchange) || survives("after the message"),
		ended(exchange) {
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
		loseLeadership: () => database.disconnectOnly(/^lead /),
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
