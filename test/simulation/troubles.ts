import type { Holding } from "./holding.ts";
import type { Exchange, Trouble } from "./http-proxy.ts";
import type { Random } from "./random.ts";
import type { SituationName } from "./situations.ts";

export interface Troubles {
	/** What befalls the request that just arrived: the same for the n-th request of one path, whatever the timing. */
	choose(exchange: Exchange): Trouble | undefined;
	/** From now on nothing more goes wrong. */
	heal(): void;
}

interface TroublesOptions {
	random: Random;
	situation: SituationName;
	holding: Pick<Holding, "late" | "overslept" | "belated" | "slow">;
	note: (line: string) => void;
	killService: () => void;
}

/**
 * Which share of the changes and of the reads goes wrong; of lists, which share is refused as a whole before that, and
 * which share of those that go out for the first time is carried out when their caller has long lost the connection.
 */
const weathers = [
	{ changes: 0.3, reads: 0.01, refusals: 0.1, belated: 0.2 },
	{ changes: 0.6, reads: 0.03, refusals: 0.25, belated: 0.35 },
	{ changes: 0.8, reads: 0.06, refusals: 0.4, belated: 0.5 },
] as const;

/** Which share of the looks at what an order is about outlasts the lease of whoever looks. */
const sleepyLooks = 0.05;

/** How long a change takes then: longer than the lease of its worker, or longer than it takes to look three times. */
const slowness: Partial<Record<SituationName, readonly number[]>> = {
	"slow-service": [46_000, 60_000],
	"very-slow-service": [46_000, 60_000, 120_000],
};
/** Which share of the changes a slow service carries out after the lease of their worker has ended. */
const slowChanges = 0.6;
/** Which share of the changes a mortal service dies of. */
const deadlyChanges = 0.35;

export function createTroubles({ random, situation, holding, note, killService }: TroublesOptions): Troubles {
	const weather = random.pick(weathers);
	const counts = new Map<string, number>();
	const keys = new Set<string>();
	let healed = false;
	return {
		heal() {
			healed = true;
		},
		choose(exchange) {
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
			const slowMs = slowness[situation];
			if (slowMs && isChange && draw.fork("slow").chance(slowChanges)) {
				note(`trouble: slow for ${what}`);
				const milliseconds = draw.pick(slowMs);
				return { kind: "slow", until: (gone) => holding.slow(gone, milliseconds) };
			}
			if (situation === "service-dies" && isChange && draw.fork("dies").chance(deadlyChanges)) {
				note(`trouble: dies for ${what}`);
				return { kind: "dies", ms: draw.whole(0, 30), die: killService };
			}
			// What goes out again may have run, or may still run, and its refusal says nothing then: that must be tried
			// often enough.
			if (isChange && isList(exchange) && draw.chance(isRepeated ? 0.5 : weather.refusals)) {
				const status = draw.pick([413, 422] as const);
				note(`trouble: refused (${status}) for ${what}`);
				return { kind: "refused", status };
			}
			const mayComeLate = isList(exchange) && !isRepeated && situation !== "forgets-keys";
			if (isChange && mayComeLate && draw.chance(weather.belated)) {
				note(`trouble: delayed for ${what}`);
				return delayed(draw, holding);
			}
			if (!isChange && isOfWorker(exchange) && draw.chance(sleepyLooks)) {
				note(`trouble: overslept for ${what}`);
				return { kind: "overslept", until: holding.overslept };
			}
			if (!draw.chance(isChange ? weather.changes : weather.reads)) return undefined;
			const trouble = isChange ? troubleOfChange(draw, holding) : troubleOfRead(draw);
			// Where a key is forgotten at once, nobody can keep a second run of the same bytes from being another order.
			if (situation === "forgets-keys" && (trouble.kind === "twice" || trouble.kind === "delayed")) return undefined;
			note(`trouble: ${trouble.kind} for ${what}`);
			return trouble;
		},
	};
}

/** Of several names, which can be cut. */
function isList({ path }: Exchange): boolean {
	return path.endsWith("/batch");
}

/** Carried out soon after its caller has lost the connection, or in the middle of what the caller does about that. */
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

/** Looks at what an order is about, which nobody sits and waits for: such a call says which order it is for. */
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

/** What befalls an event on its way to us: it comes late, twice, after others, or not at all, and is sent once more. */
export function troubleOfLetter(
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
