import type { Log } from "@domains/kit/log.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import type { RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { Refusal } from "../../refusal.ts";
import type { Priority, Registrar } from "../port.ts";
import type { PorkbunClient } from "./client.ts";
import { answered, createDecline, pricesOf, termOf, websiteOnly } from "./decline.ts";
import { createOrders } from "./orders.ts";
import { learnPace, readPace } from "./pace.ts";
import { createAsk, type Kind, type Result } from "./send.ts";
import { recordsOf, replaceZone } from "./zone.ts";

export interface PorkbunOptions {
	client: PorkbunClient;
	/** The keys begin with `pk1_sb_`: the registrar itself lends play money. */
	testKeys: boolean;
	db: Db;
	limiter: RateLimiter;
	/** Milliseconds between two calls of a kind. Default: those that the registrar's answers show. */
	everyMs?: Readonly<Record<Kind, number>>;
	log: Log;
}

/** A domain with only these is served by the registrar. Source: getNs of new domains, docs/registrars.md. */
export const porkbunNameservers: readonly string[] = ["curitiba", "fortaleza", "maceio", "salvador"].map(
	(city) => `${city}.ns.porkbun.com`,
);

const kinds = { now: "any", later: "background" } as const satisfies Record<Priority, Kind>;

/**
 * One owner's account at Porkbun. It sells only the registry's shortest term, and takes one order in ten seconds.
 * Source: docs/registrars.md.
 */
export function createPorkbunRegistrar({ client, testKeys, db, limiter, log, everyMs }: PorkbunOptions): Registrar {
	const ask = createAsk(db, limiter, everyMs);
	const orders = createOrders({ db, client, ask, log });

	async function read<Value>(
		kind: Kind,
		signal: AbortSignal,
		call: (signal: AbortSignal) => Promise<Result<Value>>,
		domain?: string,
	): Promise<Value> {
		return answered(await ask(kind, signal, call), domain);
	}

	return {
		name: "Porkbun",
		id: testKeys ? "porkbun test" : "porkbun",
		playMoney: testKeys,
		prices: [],
		nameservers: porkbunNameservers,
		nameserverDomain: null,
		blocksAfterMs: () => undefined,
		// It answers one name in ten seconds, so an order asks for none: a taken name is refused by the order itself.
		available: async (names) => new Set(names),
		register: orders.perform,
		renew: orders.perform,
		close: orders.close,
		remote: {
			balance: (signal) => read("any", signal, (within) => client.balanceCents(within)),
			prices: async (signal) => pricesOf(await read("background", signal, (within) => client.pricing(within))),
			domains: async (signal) =>
				(await read("background", signal, (within) => client.domains(within))).flatMap(
					({ name, registeredAt, expiresAt, hasApiAccess }) =>
						registeredAt && expiresAt ? [{ name, registeredAt, expiresAt, apiAccess: hasApiAccess ?? true }] : [],
				),
			check: async (domain, zone, signal) => {
				const { registerable } = await termOf({ db, client, ask }, zone, signal);
				if (!registerable) throw new Refusal("not_sold", websiteOnly(zone));
				const found = await read("check", signal, (within) => client.check(domain, "registration", within), domain);
				const { isAvailable, isPremium, yearCents, renewYearCents } = found;
				await learnPace(db, "check", found.limits);
				return { available: isAvailable, premium: isPremium, registerCents: yearCents, renewCents: renewYearCents };
			},
			nameservers: (domain, priority, signal) =>
				read(kinds[priority], signal, (within) => client.nameservers(domain, within), domain),
			records: async (domain, priority, signal) =>
				recordsOf(domain, await read(kinds[priority], signal, (within) => client.records(domain, within), domain)),
			replaceRecords: (domain, change, signal) => replaceZone({ client, ask }, domain, change, signal),
			async replaceNameservers(domain, nameservers, signal) {
				await read("any", signal, (within) => client.setNameservers(domain, nameservers, within), domain);
				return await read("any", signal, (within) => client.nameservers(domain, within), domain);
			},
			pace: async () => ({ register: await readPace(db, "create"), renew: await readPace(db, "renew") }),
			decline: createDecline({ db, client, ask, testKeys }),
		},
	};
}
