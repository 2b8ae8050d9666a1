import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";
import type { BoardSort } from "../rules/choices.ts";
import type { BoardName } from "./boards.ts";
import { type BoardNameState, boardNameStates } from "./schema/boards.ts";

/** The order, the filter and the number of years that a person chose for a board (a stored list of names). */
export interface BoardQuery {
	/** `price` by default. */
	sort?: BoardSort | undefined;
	/**
	 * Which names the board shows:
	 * - `available`: the names that can be ordered.
	 * - `under-20`: the available names that cost less than 20 dollars in the first year. Other whole numbers are allowed
	 *   too.
	 * - `fair`: the available names whose renewal costs at most three times the first year.
	 * - `balance`: the cheapest available names that the balance pays for together.
	 * - undefined: all except the names that were not looked up yet.
	 */
	filter?: string | undefined;
	years: number;
	/** The account's balance, for the filter `balance`; null if unknown. */
	balanceCents: number | null;
}

export interface BoardSummary {
	counts: Record<BoardNameState, number>;
	/** The number of names that match the filter, and how many of these can be ordered. */
	matching: number;
	available: number;
	/**
	 * The available names that are ticked and match the filter, and how many there are (`count`). `hidden` is the number
	 * of ticked available names that the filter hides. `nowCents` and `renewCents` are the total prices of those names
	 * that one order can take, because an order is limited to a number of names. Null if one of these prices is unknown.
	 */
	chosen: { count: number; hidden: number; nowCents: number | null; renewCents: number | null };
}

const rank = sql`case state when 'available' then 0 when 'yours' then 1 when 'taken' then 2 when 'refused' then 3
	when 'unknown' then 4 else 5 end`;

const orders: Readonly<Record<BoardSort, SQL>> = {
	price: sql`register_cents nulls last, ordinal`,
	renewal: sql`renew_cents nulls last, ordinal`,
	name: sql`name`,
	sent: sql`ordinal`,
};

/**
 * True for a name that the account is registering, or has registered since the list was sent. The board shows it as
 * `yours`.
 */
const ordered = sql`exists (
	select from bot.items i join bot.operations o on o.id = i.operation_id
	where i.account_id = b.account_id and i.domain = n.name and i.lock = 'register'
		and (i.locked or (i.phase = 'succeeded' and o.confirmed_at >= b.created_at)))`;

/**
 * Returns the common table expressions that the queries below share. `listed` has one row for each name of a board:
 * - `price`: the total price for `years` years.
 * - `fits`: true for the cheapest available names that the balance pays for together.
 * - `matches`: true if the name passes the filter.
 * - `chosen`: true if the name passes the filter, is available and is ticked.
 */
function rows(boardId: number, { filter, years, balanceCents }: BoardQuery): SQL {
	const under = /^under-(\d+)$/.exec(filter ?? "")?.[1];
	const matches =
		filter === "balance"
			? sql`state = 'available' and fits`
			: under !== undefined
				? sql`state = 'available' and register_cents < ${Number(under) * 100}::int`
				: filter === "fair"
					? sql`state = 'available' and renew_cents <= 3 * register_cents::bigint`
					: filter === "available"
						? sql`state = 'available'`
						: sql`state <> 'open'`;
	return sql`
		priced as (
			select n.board_id, n.ordinal, n.name, n.register_cents, n.renew_cents, n.premium, n.code, n.message, n.ticked,
				case when n.state = 'available' and ${ordered} then 'yours' else n.state end as state,
				case when ${years}::int = 1 then n.register_cents::bigint
				else n.register_cents::bigint + ${years - 1}::int * n.renew_cents::bigint end as price
			from bot.board_names n join bot.boards b on b.id = n.board_id where n.board_id = ${boardId}
		), summed as (
			select *, case when state = 'available' then coalesce(price is not null and
				sum(price) over (partition by state order by price nulls last, ordinal) <= ${balanceCents}::bigint, false) end as fits
			from priced
		), listed as (
			select *, ${matches} as matches, ${matches} and state = 'available' and ticked as chosen
			from summed
		)`;
}

/** A name on a page of a board (a stored list of names). `chosen`: true if the name is available and ticked. */
export type ListedName = BoardName & { chosen: boolean };

export interface BoardPage extends BoardSummary {
	names: ListedName[];
}

/**
 * Reads a page of a board (a stored list of names) and its counts. One statement reads both, because the background job
 * may save answers between two statements. `most`: how many names one order takes.
 */
export async function boardPage(
	db: Db | Tx,
	boardId: number,
	query: BoardQuery,
	{ offset, limit, most }: { offset: number; limit: number; most: number },
): Promise<BoardPage> {
	const counts = sql.join(
		boardNameStates.map((state) => sql`count(*) filter (where state = ${state})::int as ${sql.identifier(state)}`),
		sql`, `,
	);
	const order = orders[query.sort ?? "price"];
	type Row = Record<BoardNameState | "matching" | "pickable" | "count" | "hidden" | "unpriced" | "unrenewed", number> &
		Record<"now" | "renewal", string | null> & { names: ListedName[] };
	const [row] = await db.execute<Row>(sql`
		with ${rows(boardId, query)}, page as (
			select name, state, register_cents as "registerCents", renew_cents as "renewCents", premium, code, message, chosen
			from listed where matches
			order by ${rank}, ${order} limit ${limit} offset ${offset}
		), placed as (
			select *, chosen and row_number() over (partition by chosen order by ${order}) <= ${most} as buys from listed
		)
		select ${counts}, count(*) filter (where matches)::int as matching,
			count(*) filter (where matches and state = 'available')::int as pickable,
			count(*) filter (where chosen)::int as count,
			count(*) filter (where state = 'available' and ticked and not matches)::int as hidden,
			count(*) filter (where buys and price is null)::int as unpriced,
			count(*) filter (where buys and renew_cents is null)::int as unrenewed,
			sum(price) filter (where buys) as now, sum(renew_cents) filter (where buys) as renewal,
			array(select row_to_json(page) from page) as names
		from placed`);
	if (!row) throw new Error("an aggregate returns one row");
	return {
		counts: row,
		matching: row.matching,
		available: row.pickable,
		chosen: {
			count: row.count,
			hidden: row.hidden,
			nowCents: row.unpriced > 0 ? null : Number(row.now ?? 0),
			renewCents: row.unrenewed > 0 ? null : Number(row.renewal ?? 0),
		},
		names: row.names,
	};
}

/**
 * A board (a stored list of names) that still has names to look up, or ticked names to order. `name` is the first name
 * of the list, `count` the number of names.
 */
export interface OpenBoard {
	boardId: number;
	name: string;
	count: number;
}

/**
 * Returns the board (a stored list of names) that the person used last in this account. Skips boards that have neither
 * names to look up nor ticked names to order. Also skips boards that the person has not used for a week, or for a day
 * if all lookups are done. Includes boards that the person sent before they connected an account.
 */
export async function findOpenBoard(db: Db, personId: number, accountId: number): Promise<OpenBoard | null> {
	const [row] = await db.execute<{ boardId: number; name: string; count: number }>(sql`
		select b.id::float8 as "boardId", names.first as name, names.count
		from bot.boards b, lateral (
			select min(n.name) filter (where n.ordinal = 1) as first, count(*)::int as count
			from bot.board_names n where n.board_id = b.id and n.state <> 'not_name'
		) names
		where b.id = (
			select b.id from bot.boards b
			where b.person_id = ${personId} and coalesce(b.account_id, ${accountId}) = ${accountId}
				and b.touched_at > clock() - case b.state when 'done' then interval '1 day' else interval '1 week' end
				and exists (
					select from bot.board_names n where n.board_id = b.id
						and (n.state = 'open' or (n.state = 'available' and n.ticked and not ${ordered})))
			order by b.touched_at desc, b.id desc limit 1
		)`);
	return row ?? null;
}

/** Returns the ticked available names that match the filter, in the order in which the board shows them. */
export async function chosenNames(db: Db, boardId: number, query: BoardQuery, limit: number): Promise<string[]> {
	const found = await db.execute<{ name: string }>(sql`
		with ${rows(boardId, query)}
		select name from listed where chosen order by ${orders[query.sort ?? "price"]} limit ${limit}`);
	return found.map(({ name }) => name);
}

/** Returns the names that the account of the board owns, at most `limit`, in the order in which they were sent. */
export async function ownNames(db: Db, boardId: number, query: BoardQuery, limit: number): Promise<string[]> {
	const found = await db.execute<{ name: string }>(sql`
		with ${rows(boardId, query)} select name from listed where state = 'yours' order by ordinal limit ${limit}`);
	return found.map(({ name }) => name);
}

export interface TickedNames {
	names: readonly string[] | "all";
	ticked: boolean;
}

/** Ticks or unticks the given names, or all names. Skips a name that is not available or does not match the filter. */
export async function tickNames(
	db: Db,
	boardId: number,
	query: BoardQuery,
	{ names, ticked }: TickedNames,
): Promise<void> {
	const given =
		names === "all"
			? sql`true`
			: sql`
		listed.name in (select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
	await db.execute(sql`
		with ${rows(boardId, query)}
		update bot.board_names n set ticked = ${ticked} from listed
		where n.board_id = listed.board_id and n.ordinal = listed.ordinal
			and listed.matches and listed.state = 'available' and ${given}`);
}
