import type { Holding } from "./holding.ts";
import type { Exchange, Trouble } from "./http-proxy.ts";
import type { Random } from "./random.ts";
import type { SituationName } from "./situations.ts";

export interface Troubles {
	/**
	 * Undefined for no fault. Depends on the method, the path and the number of such requests so far, but not on timing.
	 */
	choose(exchange: Exchange): Trouble | undefined;
	/**
	 * Breaks the connection of the next call that registers or renews a domain that contains `name`, once `until` resolves.
	 * `isExecuted`: true if the service executes the call before.
	 */
	loseAnswer(lost: LostAnswer): void;
	/** `choose` then returns no faults. */
	heal(): void;
	/** The service is unreachable, even after `heal`. */
	setOutage(outage: boolean): void;
}

export interface LostAnswer {
	name: string;
	isExecuted: boolean;
	until: () => Promise<void>;
}

interface TroublesOptions {
	random: Random;
	situation: SituationName;
	holding: Pick<Holding, "late" | "overslept" | "belated" | "slow">;
	note: (line: string) => void;
	killService: () => void;
}

/**
 * Probabilities. Each run uses one row.
 * - `changes`: a request that changes something has some fault.
 * - `reads`: any other request has some fault.
 * - `refusals`: the service refuses a request with several domains.
 * - `belated`: the first attempt of a request with several domains runs only after its caller lost the connection.
 */
const troubleRates = [
	{ changes: 0.3, reads: 0.01, refusals: 0.1, belated: 0.2 },
	{ changes: 0.6, reads: 0.03, refusals: 0.25, belated: 0.35 },
	{ changes: 0.8, reads: 0.06, refusals: 0.4, belated: 0.5 },
] as const;

/** Takes longer than the worker's lease. */
const oversleptReads = 0.05;

/**
 * In milliseconds, each longer than a worker's lease of 45 s. During the longest one, the bot reads the domain at least
 * three times and does not see the change yet.
 */
const slowness: Partial<Record<SituationName, readonly number[]>> = {
	"slow-service": [46_000, 60_000],
	"very-slow-service": [46_000, 60_000, 120_000],
};
/** The change is executed after the worker's lease. */
const slowChanges = 0.6;
/** The service is killed while it handles the change. */
const killingChanges = 0.35;

export function createTroubles({ random, situation, holding, note, killService }: TroublesOptions): Troubles {
	const rates = random.pick(troubleRates);
	const counts = new Map<string, number>();
	const keys = new Set<string>();
	let healed = false;
	let outage = false;
	let lost: LostAnswer | undefined;
	return {
		loseAnswer(value) {
			lost = value;
		},
		heal() {
			healed = true;
		},
		setOutage(value) {
			outage = value;
		},
		choose(exchange) {
			if (outage) return { kind: "reset_before" };
			if (healed) return undefined;
			const { method, path, headers } = exchange;
			const isChange = headers["idempotency-key"] !== undefined;
			const what = `${method} ${path}`;
			const count = (counts.get(what) ?? 0) + 1;
			counts.set(what, count);
			const draw = random.fork(`${what} ${count}`);
			const key = String(headers["idempotency-key"]);
			const isRepeated = keys.has(key);
			keys.add(key);
			if (lost && isOrderOf(exchange, lost.name)) {
				const { isExecuted, until } = lost;
				lost = undefined;
				const kind = isExecuted ? "reset_after" : "reset_before";
				note(`trouble: ${kind} for ${what}, and what comes before the next try`);
				return { kind, until };
			}
			const slowMs = slowness[situation];
			if (slowMs && isChange && draw.fork("slow").chance(slowChanges)) {
				note(`trouble: slow for ${what}`);
				const milliseconds = draw.pick(slowMs);
				return { kind: "slow", until: (gone) => holding.slow(gone, milliseconds) };
			}
			if (situation === "service-dies" && isChange && draw.fork("dies").chance(killingChanges)) {
				note(`trouble: dies for ${what}`);
				return { kind: "dies", ms: draw.whole(0, 30), die: killService };
			}
			// An earlier attempt may have been executed, so a refused later one does not prove that the order failed. Half of
			// the repeated requests with several domains are refused, to test this often.
			if (isChange && isList(exchange) && draw.chance(isRepeated ? 0.5 : rates.refusals)) {
				const status = draw.pick([413, 422] as const);
				note(`trouble: refused (${status}) for ${what}`);
				return { kind: "refused", status };
			}
			const mayComeLate = isList(exchange) && !isRepeated && situation !== "forgets-keys";
			if (isChange && mayComeLate && draw.chance(rates.belated)) {
				note(`trouble: delayed for ${what}`);
				return delayed(draw, holding);
			}
			if (!isChange && isOfWorker(exchange) && draw.chance(oversleptReads)) {
				note(`trouble: overslept for ${what}`);
				return { kind: "overslept", until: holding.overslept };
			}
			if (!draw.chance(isChange ? rates.changes : rates.reads)) return undefined;
			const trouble = isChange ? troubleOfChange(draw, holding) : troubleOfRead(draw);
			// Without its idempotency keys, a request that runs twice becomes two orders, which the bot cannot prevent.
			if (situation === "forgets-keys" && (trouble.kind === "twice" || trouble.kind === "delayed")) return undefined;
			note(`trouble: ${trouble.kind} for ${what}`);
			return trouble;
		},
	};
}

/** The bot may split it. */
function isList({ path }: Exchange): boolean {
	return path.endsWith("/batch");
}

/** True for a request that registers or renews a domain that contains this name, alone or in a list. */
function isOrderOf({ path, headers, body }: Exchange, name: string): boolean {
	const isOrder = headers["idempotency-key"] !== undefined && /register|renew/.test(path);
	return isOrder && `${path} ${body}`.includes(name);
}

/** The caller loses its connection at once. When the request runs, the caller may be checking the outcome. */
function delayed(draw: Random, { belated }: Pick<Holding, "belated">): Trouble {
	const milliseconds = draw.pick([500, 3_000, 15_000, 45_000]);
	return { kind: "delayed", until: (gone) => belated(gone, milliseconds) };
}

function troubleOfChange(draw: Random, holding: TroublesOptions["holding"]): Trouble {
	const { late, overslept } = holding;
	const troubles: (() => Trouble)[] = [
		() => ({ kind: "latency", ms: draw.whole(20, 150) }),
		() => ({ kind: "latency", ms: draw.whole(20, 150) }),
		() => ({ kind: "reset_before" }),
		() => ({ kind: "reset_after" }),
		() => ({ kind: "reset_after" }),
		() => ({ kind: "truncated" }),
		() => ({ kind: "invalid_json" }),
		() => ({ kind: "failed_after" }),
		() => ({ kind: "page", status: draw.pick([403, 404, 502]), executed: draw.chance(0.5) }),
		() => ({ kind: "page", status: draw.pick([403, 404]), executed: draw.chance(0.5) }),
		() => ({ kind: "block", seconds: draw.pick([1, 30, 300]) }),
		() => ({ kind: "refused", status: draw.pick([413, 422]) }),
		() => ({ kind: "twice" }),
		() => ({ kind: "late", until: late }),
		() => ({ kind: "overslept", until: overslept }),
		() => delayed(draw, holding),
	];
	return draw.pick(troubles)();
}

/** No person waits for it. Its `x-request-id` contains the order and the attempt. */
function isOfWorker({ headers }: Exchange): boolean {
	return /^[0-9A-Z]{4,}-\d+$/.test(String(headers["x-request-id"]));
}

function troubleOfRead(draw: Random): Trouble {
	return draw.pick<() => Trouble>([
		() => ({ kind: "latency", ms: draw.whole(20, 150) }),
		() => ({ kind: "reset_before" }),
		() => ({ kind: "truncated" }),
		() => ({ kind: "page", status: draw.pick([403, 404, 502]), executed: false }),
		() => ({ kind: "block", seconds: draw.pick([1, 30, 300]) }),
	])();
}

/** An event may be delayed, duplicated, out of order, or lost and then sent again. */
export function troubleOfEvent(
	random: Random,
	headers: Exchange["headers"],
	holding: Pick<Holding, "belated">,
): Trouble | undefined {
	const draw = random.fork(`${headers["x-service-event-id"]} ${headers["x-service-timestamp"]}`);
	if (draw.chance(0.6)) return undefined;
	return draw.pick<() => Trouble>([
		() => ({ kind: "latency", ms: draw.whole(20, 200) }),
		() => ({ kind: "reset_before" }),
		() => ({ kind: "reset_after" }),
		() => ({ kind: "failed_after" }),
		() => ({ kind: "twice" }),
		() => ({ kind: "twice" }),
		() => delayed(draw, holding),
	])();
}
