import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import { type Connected, givesAccess } from "./connections.ts";
import { appliedFreezes } from "./freezes.ts";
import { decodeRow, type JsonRow } from "./json-rows.ts";
import type { WholeOperation } from "./operations.ts";
import { accounts, connections } from "./schema/people.ts";
import { spendDayOf } from "./spending.ts";

/** A person who looks at an operation of an account, with everything that decides what they see and may do. */
export interface Viewer {
	personId: number;
	account: Account | undefined;
	connections: readonly Connected[];
	/** True if the person may see all operations of the account. */
	hasAccess: boolean;
	/** The person's limits. Null means that there is none. */
	dayCapCents: number | null;
	askAboveCents: number | null;
	/** What the person has spent on the day of `readAt`. */
	spentCents: number;
	/** Which of the operation's domains are frozen now, in alphabetical order; "" is first, and is the whole account. */
	frozen: readonly string[];
	/** The person's name for the program that proposed the operation; null if they ordered it themselves. */
	proposer: string | null;
	/** The time at which the operation was read. */
	readAt: Date;
}

interface Row extends Record<string, unknown> {
	connections: { connection: JsonRow; account: JsonRow | null }[];
	account: JsonRow | null;
	dayCapCents: number | null;
	askAboveCents: number | null;
	spentCents: number | null;
	frozen: string[];
	proposer: string | null;
}

/** Reads all of this in one statement, because every screen of an operation needs it. */
export async function readViewer(
	db: Db | Tx,
	{ id, accountId, readAt, requests }: WholeOperation,
	personId: number,
): Promise<Viewer> {
	const domains = requests.flatMap((request) => request.items.map((item) => item.domain));
	const [row] = await db.execute<Row>(sql`
		select
			(
				select coalesce(json_agg(json_build_object('connection', c, 'account', a) order by c.active desc, c.id), '[]')
				from bot.connections c left join bot.accounts a on a.id = c.account_id where c.person_id = ${personId}
			) as connections,
			(select to_json(a) from bot.accounts a where id = ${accountId}) as account,
			p.day_cap_cents as "dayCapCents", p.ask_above_cents as "askAboveCents",
			(
				select spent_cents from bot.spend_days where person_id = ${personId} and day = ${spendDayOf(readAt)}::date
			) as "spentCents",
			array(${appliedFreezes(accountId, domains)}) as frozen,
			(
				select m.name from bot.proposals d join bot.mandates m on m.id = d.mandate_id
				where d.operation_id = ${id} limit 1
			) as proposer
		from (select) as always left join bot.people p on p.id = ${personId}`);
	if (!row) throw new Error("a select without a table returns one row");
	const all = row.connections.map(({ connection, account }) => ({
		...decodeRow(connections, connection),
		account: account && decodeRow(accounts, account),
	}));
	const { dayCapCents, askAboveCents, spentCents, frozen, proposer } = row;
	return {
		personId,
		account: row.account ? decodeRow(accounts, row.account) : undefined,
		connections: all,
		hasAccess: all.some((each) => each.accountId === accountId && givesAccess(each)),
		dayCapCents,
		askAboveCents,
		spentCents: spentCents ?? 0,
		frozen,
		proposer,
		readAt,
	};
}
