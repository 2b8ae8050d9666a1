import { unicodeOf } from "@domains/contract/names.ts";
import { AppError } from "@domains/kit/errors.ts";
import type { Due, Handler, Jobs } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import { isWithin } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { accounts, domains, ledger, orders, prices } from "../schema.ts";
import { modeOf } from "../setup.ts";
import { readFact, storeFact } from "../store/facts.ts";
import { findWebhook } from "../webhooks/deliver.ts";
import { type DomainChange, emit } from "../webhooks/emit.ts";
import { type Priority, type Registrar, RegistrarFailure, type Remote, type RemoteDomain } from "./port.ts";

interface Deps {
	db: Db;
	jobs: Pick<Jobs, "enqueue">;
	registrar: Registrar;
	log: Log;
}

/** When the stored copy was read. Null if it is fresh. */
export type AsOf = Date | null;

export type Mirror = ReturnType<typeof createMirror>;

const pollSeconds = 180;
const pricesMs = 3_600_000;
/** A copy that is older than this is answered with its time. */
const freshMs = 10 * 60_000;
const readMs = 5_000;
/** Within it, a zone that was just read is not read again. */
const zoneMs = 10_000;
const zonesPerPoll = 5;
/** A smaller difference is the registrar's way to count, and no renewal. */
const renewedMs = 20 * 86_400_000;

/** Keeps the copy of a remote registrar in the service's tables. All people and processes share it. */
export function createMirror({ db, jobs, registrar, log }: Deps, remote: Remote) {
	/** The one account. Undefined until its owner opens it. */
	async function owner(): Promise<number | undefined> {
		const [row] = await db.select({ id: accounts.id }).from(accounts).orderBy(accounts.id).limit(1);
		return row?.id;
	}

	/**
	 * Makes the account's balance that of the registrar. Nothing changes while an order is open, or if one was placed
	 * meanwhile: the registrar's number may or may not contain it.
	 */
	async function applyBalance(accountId: number, read: () => Promise<number>): Promise<void> {
		const before = await lastEntry(db, accountId);
		const cents = await read();
		await db.transaction(async (tx) => {
			const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("no key update");
			if (!account || account.heldCents > 0 || (await lastEntry(tx, accountId)) !== before) return;
			const difference = cents - account.balanceCents;
			if (difference === 0) return;
			await tx.update(accounts).set({ balanceCents: cents }).where(eq(accounts.id, accountId));
			const entry = { kind: "credit" as const, balanceCents: difference, heldCents: 0, note: registrar.name };
			await tx.insert(ledger).values({ accountId, ...entry });
		});
		await storeFact(db, "balance", cents);
	}

	async function ageOf(key: string): Promise<{ ageMs: number; readAt: Date } | undefined> {
		return await readFact(db, key, z.unknown());
	}

	async function refreshPrices(signal: AbortSignal): Promise<void> {
		const list = await remote.prices(signal);
		await db.transaction(async (tx) => {
			const zones = list.map(({ zone }) => zone);
			await tx.delete(prices).where(sql`not (${prices.zone} = any(${sql.param(zones)}::text[]))`);
			const set = {
				registerCents: sql`excluded.register_cents`,
				renewCents: sql`excluded.renew_cents`,
				premium: sql`excluded.premium`,
			};
			if (list.length > 0) await tx.insert(prices).values(list).onConflictDoUpdate({ target: prices.zone, set });
			await storeFact(tx, "prices", list.length);
		});
	}

	/** An event tells what was done elsewhere, except on the first reading. */
	async function adopt(accountId: number, list: readonly RemoteDomain[]): Promise<void> {
		await db.transaction(async (tx) => {
			await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("no key update");
			const isFirst = (await readFact(tx, "domains", z.unknown())) === undefined;
			const missing = (await readFact(tx, "missing", z.array(z.string())))?.value ?? [];
			const rows = await tx.select().from(domains).where(eq(domains.accountId, accountId));
			const open = await tx.select({ domain: orders.domain }).from(orders).where(eq(orders.state, "open"));
			const busy = new Set(open.map(({ domain }) => domain));
			const known = new Map(rows.map((row) => [row.name, row]));
			const zones = await tx.select({ zone: prices.zone }).from(prices);
			const sold = new Set(zones.map(({ zone }) => zone));
			const changes: DomainChange[] = [];
			for (const each of list) {
				const row = known.get(each.name);
				// The order itself stores its domain and its event.
				if (busy.has(each.name)) continue;
				const { name, ...facts } = each;
				if (!row) {
					const zone = zoneOf(name, sold);
					const setup = { nameservers: [...registrar.nameservers], mode: "managed" as const, records: [] };
					await tx.insert(domains).values({ accountId, name, unicode: unicodeOf(name), zone, ...facts, ...setup });
					changes.push({ type: "domain.registered", domain: name, clientRef: null, externalRef: null });
					continue;
				}
				await tx.update(domains).set(facts).where(eq(domains.id, row.id));
				const { clientRef, externalRef } = row;
				if (each.expiresAt.getTime() - row.expiresAt.getTime() > renewedMs) {
					changes.push({ type: "domain.renewed", domain: name, clientRef, externalRef });
				}
			}
			const listed = new Set(list.map(({ name }) => name));
			const gone = rows.map(({ name }) => name).filter((name) => !listed.has(name) && !busy.has(name));
			// A change during the reading of many pages can hide a domain once.
			const left = gone.filter((name) => missing.includes(name));
			if (left.length > 0) await tx.delete(domains).where(inArray(domains.name, left));
			await storeFact(tx, "missing", gone);
			await storeFact(tx, "domains", list.length);
			const webhook = await findWebhook(tx, accountId);
			if (!webhook || isFirst) return;
			const webhookOn = webhook.webhookEnabled && webhook.webhookUrl !== null;
			await emit(tx, jobs, { accountId, webhookOn, now: webhook.now }, changes);
		});
	}

	async function refreshZone(domain: string, priority: Priority, signal: AbortSignal): Promise<void> {
		const nameservers = await remote.nameservers(domain, priority, signal);
		const records = await remote.records(domain, priority, signal);
		const mode = modeOf(nameservers, { ownNameservers: registrar.nameservers });
		await db
			.update(domains)
			.set({ nameservers, records, mode, zoneReadAt: sql`clock()` })
			.where(eq(domains.name, domain));
	}

	/** Never throws for a registrar that does not answer: the copy then stays. */
	async function quietly(what: string, work: () => Promise<void>): Promise<boolean> {
		try {
			await work();
			return true;
		} catch (error) {
			log.warn({ error, what }, "the registrar could not be read; its copy stays");
			return false;
		}
	}

	const within = (ms: number, signal?: AbortSignal): AbortSignal =>
		signal ? AbortSignal.any([AbortSignal.timeout(ms), signal]) : AbortSignal.timeout(ms);

	/** False if the registrar does not answer. */
	function list(accountId: number, signal: AbortSignal): Promise<boolean> {
		return quietly("domains", async () => adopt(accountId, await remote.domains(within(60_000, signal))));
	}

	async function poll(signal: AbortSignal): Promise<void> {
		const accountId = await owner();
		const priced = await ageOf("prices");
		if (!priced || priced.ageMs > pricesMs) await quietly("prices", () => refreshPrices(within(60_000, signal)));
		if (accountId === undefined) return;
		await quietly("balance", () => applyBalance(accountId, () => remote.balance(within(readMs * 2, signal))));
		if (!(await list(accountId, signal))) return;
		const unread = await db
			.select({ name: domains.name })
			.from(domains)
			.where(and(eq(domains.accountId, accountId), domains.apiAccess))
			.orderBy(sql`${domains.zoneReadAt} nulls first`)
			.limit(zonesPerPoll);
		for (const { name } of unread) {
			if (signal.aborted) return;
			await quietly("zone", () => refreshZone(name, "later", within(30_000, signal)));
		}
	}

	return {
		poll,
		list,
		/** Throws a `RegistrarFailure` if the registrar does not answer. No order is placed then. */
		async requireBalance(accountId: number): Promise<void> {
			await applyBalance(accountId, () => remote.balance(within(readMs)));
		},
		async balance(accountId: number): Promise<AsOf> {
			const kept = await ageOf("balance");
			if (kept && kept.ageMs < 30_000) return null;
			const read = await quietly("balance", () => applyBalance(accountId, () => remote.balance(within(readMs))));
			return read ? null : (kept?.readAt ?? null);
		},
		/** The registrar is read every few minutes. */
		async stale(key: "domains" | "prices"): Promise<AsOf> {
			const kept = await ageOf(key);
			return kept && kept.ageMs > (key === "prices" ? 2 * pricesMs : freshMs) ? kept.readAt : null;
		},
		/** Makes the next reading of the zone ask the registrar. */
		async outdate(domain: string): Promise<void> {
			const old = sql`least(${domains.zoneReadAt}, clock() - ${zoneMs}::float8 * interval '1 ms')`;
			await db
				.update(domains)
				.set({ zoneReadAt: old })
				.where(and(eq(domains.name, domain), isNotNull(domains.zoneReadAt)));
		},
		async zone(domain: string): Promise<AsOf> {
			const [row] = await db
				.select({
					readAt: domains.zoneReadAt,
					isFresh: sql<boolean>`coalesce(${isWithin(domains.zoneReadAt, zoneMs)}, false)`,
				})
				.from(domains)
				.where(eq(domains.name, domain));
			if (!row || row.isFresh) return null;
			if (await quietly("zone", () => refreshZone(domain, "now", within(readMs)))) return null;
			if (row.readAt) return row.readAt;
			throw new RegistrarFailure(`${registrar.name} does not answer, and ${domain} was never read.`);
		},
	};
}

/** A job contains `poll` instead of a row id. */
export const duePolls: Due = (now) => sql`
	select 'poll'::text as id where exists (select from service.registrar_facts where key = 'registrar' and value->>'remote' = 'true')
		and not exists (
			select from service.registrar_facts
			where key = 'polled' and read_at > ${now} - make_interval(secs => ${pollSeconds}) and read_at <= ${now})`;

/** Handles the queue `service.registrar`. Null for a registrar without a mirror. */
export function createPoll(db: Db, mirror: Mirror | null): Handler {
	return async (_id, signal) => {
		if (!mirror) return;
		// One process polls. If it dies, the next poll is a few minutes late.
		const [mine] = await db.execute(sql`
			insert into service.registrar_facts (key, value, read_at) values ('polled', 'true', clock())
			on conflict (key) do update set read_at = clock()
			where registrar_facts.read_at <= clock() - make_interval(secs => ${pollSeconds}) or registrar_facts.read_at > clock()
			returning key`);
		if (mine) await mirror.poll(signal);
	};
}

const kept = z.object({ id: z.string(), remote: z.boolean() });

/**
 * A database serves one registrar. Throws if its accounts belong to another one: play money would otherwise buy real
 * domains.
 */
export async function claimRegistrar(db: Db, { id, name, remote }: Registrar): Promise<void> {
	const before = (await readFact(db, "registrar", kept))?.value ?? { id: "sandbox", remote: false };
	const [account] = await db.select({ id: accounts.id }).from(accounts).limit(1);
	if (account && before.id !== id) {
		const message = `This database has accounts of another registrar (${before.id}), and they mean nothing to ${name}`;
		throw new AppError("another_registrar", `${message}: set another DATA_DIR or DATABASE_URL, or restore its keys`);
	}
	if (before.id !== id || remote) await storeFact(db, "registrar", { id, remote: remote !== null });
}

async function lastEntry(client: Db | Tx, accountId: number): Promise<number> {
	const [row] = await client
		.select({ id: sql<number>`coalesce(max(${ledger.id}), 0)::float8` })
		.from(ledger)
		.where(eq(ledger.accountId, accountId));
	return row?.id ?? 0;
}

/** The longest TLD that is sold, otherwise the part after the first dot. */
function zoneOf(name: string, sold: ReadonlySet<string>): string {
	const labels = name.split(".");
	for (let at = 1; at < labels.length; at += 1) {
		const zone = `.${labels.slice(at).join(".")}`;
		if (sold.has(zone)) return zone;
	}
	return name.slice(name.indexOf("."));
}
