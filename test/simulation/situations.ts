import type { Random } from "./random.ts";

/** What is special about a world, beside its people, troubles and crashes. */
interface Situation {
	what: string;
	/** How often it is drawn, compared with the others; 0: only with `--situation`. */
	weight: number;
}

export const situations = {
	plain: { what: "nothing", weight: 12 },
	"long-lists": { what: "an account has 41 to 43 or 101 to 103 names, renewed and bought in one list", weight: 1 },
	"other-programs": { what: "other programs renew and register what an order is about; names expire", weight: 1 },
	"stale-reads": { what: "for a while after a registration or renewal, reads are from before it", weight: 1 },
	"stale-zones": { what: "the same after every write, also of records, nameservers and edge profiles", weight: 1 },
	"no-expiry": { what: "the service reports no expiry", weight: 1 },
	"no-reference": { what: "the service reports no reference, neither in answers nor by events", weight: 1 },
	"forgets-keys": { what: "the service forgets most idempotency keys as soon as it has answered", weight: 1 },
	"slow-service": { what: "most changes take longer than a worker's lease", weight: 1 },
	"very-slow-service": { what: "the same, and some changes are carried out two minutes later", weight: 1 },
	"frozen-sessions": { what: "database sessions freeze around a commit, or lose one of their ends", weight: 1 },
	"database-restart": { what: "PostgreSQL crashes and recovers; the unlogged `pace` table is empty then", weight: 1 },
	"service-dies": { what: "the service is a process that is killed in the middle of changes", weight: 1 },
} as const satisfies Record<string, Situation>;

export type SituationName = keyof typeof situations;

export function isSituation(name: string): name is SituationName {
	return Object.hasOwn(situations, name);
}

// The keys of an object literal are the names of its type.
const names = Object.keys(situations) as SituationName[];
const bag = names.flatMap((name) => Array.from({ length: situations[name].weight }, () => name));

export function drawSituation(random: Random): SituationName {
	return random.pick(bag);
}

/** The database or the service breaks in the middle of what it does. */
export function isInfrastructure(situation: SituationName): boolean {
	return situation === "frozen-sessions" || situation === "database-restart" || situation === "service-dies";
}

/** More names than a worker looks at in one round, or than one request asks for. */
export function longLength({ whole, chance }: Random): number {
	return chance(0.8) ? whole(41, 43) : whole(101, 103);
}
