import type { Log } from "@domains/kit/log.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Declined } from "../../refusal.ts";
import { type OrderRow, orders, registrarFacts } from "../../schema.ts";
import { storeFact } from "../../store/facts.ts";
import { checkKey } from "../checked.ts";
import type { Execution, RegistrarOrder } from "../port.ts";
import type { PorkbunClient, Purchase, Sale } from "./client.ts";
import { declinedBy, minuteOf, termOf, usd } from "./decline.ts";
import { learnPace, readPace } from "./pace.ts";
import type { Ask, Result } from "./send.ts";

interface Deps {
	db: Db;
	client: PorkbunClient;
	ask: Ask;
	log: Log;
}

/** An order waits for the others of its day, and a little longer. Then it is not sent any more. */
const spareMs = 10 * 60_000;
const longestQueueMs = 60 * 60_000;
/** The orders that may be ahead of one, if the registrar names no limit for the day. */
const mostAhead = 60;
/** A call lasts at most 20 seconds, and the registrar may work on it for a minute. Afterwards, absence is proof. */
const lateMs = 3 * 60_000;
/** The registrar stores answers for 24 hours by their idempotency key. */
const repeatableMs = 23 * 3_600_000;
/** A limit that ends later than this is no queue: the order is refused with the time. */
const longestWaitMs = 60_000;

interface Placed {
	row: OrderRow;
	ageMs: number;
	/** Null if no call began. */
	sentMs: number | null;
}

/**
 * Each order is sent once, by the process that set `sent_at`. An order whose answer was lost is settled by looking at
 * the account.
 */
export function createOrders({ db, client, ask, log }: Deps) {
	async function find(id: string): Promise<Placed | undefined> {
		const ms = (since: typeof orders.createdAt | typeof orders.sentAt) =>
			sql<number | null>`(extract(epoch from clock() - ${since}) * 1000)::float8`;
		const [found] = await db
			.select({ row: orders, ageMs: ms(orders.createdAt), sentMs: ms(orders.sentAt) })
			.from(orders)
			.where(and(eq(orders.id, Number(id)), eq(orders.state, "open")));
		return found && { ...found, ageMs: found.ageMs ?? 0 };
	}

	/** True for one caller. That one sends the order, or never will. */
	async function claim(id: number): Promise<boolean> {
		const claimed = await db
			.update(orders)
			.set({ sentAt: sql`clock()` })
			.where(and(eq(orders.id, id), eq(orders.state, "open"), isNull(orders.sentAt)))
			.returning({ id: orders.id });
		return claimed.length > 0;
	}

	/** The registrar did nothing, so the order waits for its next turn. */
	async function unclaim(id: number): Promise<void> {
		await db
			.update(orders)
			.set({ sentAt: null })
			.where(and(eq(orders.id, id), eq(orders.state, "open")));
	}

	async function send({ row }: Placed, signal: AbortSignal): Promise<Execution> {
		const rehearsed = row.kind === "register" ? await rehearse(row, signal) : undefined;
		if (rehearsed) return (await claim(row.id)) ? refused(rehearsed) : lost(row);
		const result = await ask(paceOf(row), signal, async (within) => {
			if (!(await claim(row.id))) return { kind: "unknown", cause: "still_running", text: "sent by another process" };
			return await buy(row, within);
		});
		return await judge(row, result, signal);
	}

	function buy(row: OrderRow, signal: AbortSignal) {
		return row.kind === "register" ? client.create(purchaseOf(row), signal) : client.renew(purchaseOf(row), signal);
	}

	async function rehearse(row: OrderRow, signal: AbortSignal): Promise<Declined | undefined> {
		const term = await termOf({ db, client, ask }, row.zone, signal);
		if (!term.hasDryRun) return undefined;
		const result = await ask("any", signal, (within) => client.rehearse(purchaseOf(row), within));
		if (result.kind === "ok") {
			const { wouldSucceed, code, text } = result.value;
			return wouldSucceed ? undefined : await reasonOf(row, code, text, signal);
		}
		if (result.kind === "refused") return await reasonOf(row, result.code, result.text, signal);
		throw new Error(`the rehearsal of order ${row.id} got no answer: ${result.text}`);
	}

	async function judge(row: OrderRow, result: Result<Sale>, signal: AbortSignal) {
		switch (result.kind) {
			case "ok": {
				const { balanceCents, limits } = result.value;
				await learnPace(db, paceOf(row), limits);
				if (balanceCents !== null) await storeFact(db, "balance", balanceCents);
				return await executed(row, signal);
			}
			case "refused":
				return refused(await reasonOf(row, result.code, result.text, signal));
			case "limited": {
				if (result.until.getTime() - Date.now() > longestWaitMs) return refused(waitFor(row, result.until));
				await unclaim(row.id);
				return lost(row);
			}
			case "down":
				return refused({ reason: "trouble", message: `Porkbun does not answer. ${row.domain} was not ordered.` });
			case "unknown":
				log.warn({ order: row.id, domain: row.domain, cause: result.cause }, "the registrar gave no outcome");
				return lost(row);
		}
	}

	async function reasonOf(row: OrderRow, code: string | null, text: string, signal: AbortSignal): Promise<Declined> {
		if (code !== "COST_MISMATCH" && !/\b(cost|price)\b/i.test(text)) return declinedBy(code, text, row);
		const type = row.kind === "register" ? ("registration" as const) : ("renewal" as const);
		const found = await ask("check", signal, (within) => client.check(row.domain, type, within)).catch(() => undefined);
		const now = found?.kind === "ok" ? `is now ${usd(found.value.costCents)}` : "has changed";
		const message = `The price of ${row.domain} ${now}; the order was for ${usd(row.cents)}. Nothing was charged.`;
		return { reason: "invalid", message };
	}

	/** Its dates are those of the registrar if it can be read, and otherwise what the order says. */
	async function executed(row: OrderRow, signal: AbortSignal): Promise<Execution> {
		await db.delete(registrarFacts).where(eq(registrarFacts.key, checkKey(row.domain)));
		const read = await ask("any", signal, (within) => client.domain(row.domain, within)).catch(() => undefined);
		const from = row.renewedFrom ?? new Date();
		const known = read?.kind === "ok" ? read.value : undefined;
		const expected = addYears(from, row.years);
		const expiresAt = known?.expiresAt && known.expiresAt > from ? known.expiresAt : expected;
		return { kind: "executed", executed: { registeredAt: known?.registeredAt ?? new Date(), expiresAt } };
	}

	/** The call began, and its outcome is unknown. */
	async function look({ row, sentMs }: Placed, signal: AbortSignal): Promise<Execution> {
		const result = await ask("any", signal, (within) => client.domain(row.domain, within));
		const isLate = (sentMs ?? 0) > lateMs;
		if (result.kind === "refused" && result.code === "DOMAIN_NOT_FOUND" && isLate) return refused(notExecuted(row));
		if (result.kind !== "ok") return lost(row);
		const { registeredAt, expiresAt } = result.value;
		if (!registeredAt || !expiresAt) return lost(row);
		if (row.kind === "renew") {
			const isMoved = row.renewedFrom !== null && expiresAt > addYears(row.renewedFrom, row.years - 0.5);
			if (!isMoved) return isLate ? refused(notExecuted(row)) : lost(row);
		}
		if ((sentMs ?? 0) > repeatableMs) return { kind: "executed", executed: { registeredAt, expiresAt } };
		return await prove(row, { registeredAt, expiresAt }, signal);
	}

	/**
	 * The name is in the account, or has another expiry. The owner may have done it on the website, so the same call is
	 * repeated: it cannot buy a registered name, nor renew one twice in 30 days, and answers with the first outcome of
	 * this order if there is one.
	 */
	async function prove(row: OrderRow, dates: { registeredAt: Date; expiresAt: Date }, signal: AbortSignal) {
		const repeated = await ask(paceOf(row), signal, (within) => buy(row, within));
		if (repeated.kind === "ok") return { kind: "executed" as const, executed: dates };
		return repeated.kind === "refused" ? refused(declinedBy(repeated.code, repeated.text, row)) : lost(row);
	}

	return {
		async perform({ id }: RegistrarOrder, signal: AbortSignal): Promise<Execution> {
			const placed = await find(id);
			if (!placed) return { kind: "refused" };
			return placed.sentMs === null ? await send(placed, signal) : lost(placed.row);
		},
		/** An order that was not sent yet is sent now, unless it waited for too long. */
		async close(id: string, signal: AbortSignal): Promise<Execution> {
			const placed = await find(id);
			if (!placed) return { kind: "refused" };
			if (placed.sentMs !== null) return await look(placed, signal);
			const { everyMs, perDay } = await readPace(db, paceOf(placed.row));
			const queueMs = Math.min(spareMs + everyMs * (perDay ?? mostAhead), longestQueueMs);
			if (placed.ageMs < queueMs) return await send(placed, signal);
			return (await claim(placed.row.id)) ? refused(busy(placed.row, everyMs)) : lost(placed.row);
		},
	};
}

function purchaseOf({ id, domain, cents, createdAt }: OrderRow): Purchase {
	// The id alone could repeat in a new database.
	return { domain, cents, idempotencyKey: `order-${id}-${createdAt.getTime()}` };
}

function refused(declined: Declined): Execution {
	return { kind: "refused", declined };
}

function lost({ id }: OrderRow): never {
	throw new Error(`the outcome of order ${id} is not known yet`);
}

function paceOf({ kind }: OrderRow) {
	return kind === "register" ? ("create" as const) : kind;
}

function notExecuted({ domain, kind }: OrderRow): Declined {
	const verb = kind === "register" ? "registered" : "renewed";
	return { reason: "trouble", message: `Porkbun has not ${verb} ${domain}. Nothing was charged.` };
}

function busy({ domain }: OrderRow, everyMs: number): Declined {
	const message = `Porkbun takes one order in ${Math.ceil(everyMs / 1_000)} seconds. ${domain} was not ordered.`;
	return { reason: "trouble", message };
}

function waitFor({ domain }: OrderRow, until: Date): Declined {
	const message = `Porkbun takes no more orders by API until ${minuteOf(until)}. ${domain} was not ordered.`;
	return { reason: "trouble", message };
}

function addYears(date: Date, years: number): Date {
	const moved = new Date(date);
	moved.setUTCMonth(moved.getUTCMonth() + Math.round(years * 12));
	return moved;
}
