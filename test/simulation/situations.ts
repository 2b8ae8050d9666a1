import type { Random } from "./random.ts";

/** Holds during a whole run, in addition to the usual faults and crashes. */
interface Situation {
	what: string;
	/** How often a seed chooses it, relative to the others. If 0, only `--situation` does. */
	weight: number;
}

export const situations = {
	plain: { what: "no special condition", weight: 12 },
	"long-lists": { what: "one account has 41 to 43 or 101 to 103 names and renews or buys them in one list", weight: 1 },
	"other-programs": { what: "other programs renew and register the same names as an order; names expire", weight: 1 },
	"shared-renewals": { what: "two people and auto-renew renew the same names, which expire soon", weight: 1 },
	mandates: {
		what: "programs propose orders, and people allow purchases in advance, in about half of the steps",
		weight: 1,
	},
	"stale-reads": { what: "for a while after a registration or renewal, reads return the state before it", weight: 1 },
	"stale-zones": { what: "the same, and also after writes of records, nameservers and edge profiles", weight: 1 },
	"no-expiry": { what: "the service reports no expiry", weight: 1 },
	"no-reference": { what: "the service reports no reference, neither in answers nor in events", weight: 1 },
	"forgets-keys": { what: "the service forgets most idempotency keys as soon as it has answered", weight: 1 },
	"slow-service": { what: "most changes take longer than a worker's lease", weight: 1 },
	"very-slow-service": { what: "the same, and some changes are executed two minutes later", weight: 1 },
	"frozen-sessions": { what: "database sessions freeze around a commit or lose their client", weight: 1 },
	"database-restart": {
		what: "PostgreSQL crashes and recovers, which empties the unlogged table `rate_limits`",
		weight: 1,
	},
	"half-year": { what: "200 days pass at the end, with expiring domains and outages", weight: 0 },
	"service-dies": { what: "the service is a process that is killed in the middle of changes", weight: 1 },
} as const satisfies Record<string, Situation>;

export type SituationName = keyof typeof situations;

export function isSituation(name: string): name is SituationName {
	return Object.hasOwn(situations, name);
}

// The cast is safe: the keys of this object are exactly the situation names, but `Object.keys` returns `string[]`.
const names = Object.keys(situations) as SituationName[];
const weightedNames = names.flatMap((name) => Array.from({ length: situations[name].weight }, () => name));

export function drawSituation(random: Random): SituationName {
	return random.pick(weightedNames);
}

export function isInfrastructure(situation: SituationName): boolean {
	return situation === "frozen-sessions" || situation === "database-restart" || situation === "service-dies";
}

/** Just above one of two limits: a worker reads up to 40 domains in one step, and a request contains up to 100. */
export function longLength({ whole, chance }: Random): number {
	return chance(0.8) ? whole(41, 43) : whole(101, 103);
}
