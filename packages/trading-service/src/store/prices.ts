import type { TldPrice } from "@domains/contract/money.ts";
import { parseDomain } from "@domains/contract/names.ts";
import type { TldIndex } from "@domains/contract/tlds.ts";
import { createBatcher } from "@domains/kit/batch.ts";
import type { Db, Sql, Tx } from "@domains/kit/postgres/connect.ts";
import { prices } from "../schema.ts";

export interface Price extends TldPrice {
	/** The TLD in punycode, with a leading dot. */
	zone: string;
	premium: boolean;
}

/** By TLD, such as `.com`. `tlds` has the same TLDs in the form that `findTld` needs. */
export interface PriceList {
	tlds: TldIndex;
	byTld: ReadonlyMap<string, Price>;
	/** What a remote registrar said about single names, such as premium ones. In punycode. */
	byName?: ReadonlyMap<string, Price>;
	/** No price is known: a remote registrar's list was not read yet. */
	isEmpty: boolean;
}

const mostTogether = 50;

export function readPrices(db: Db | Tx): Promise<Price[]> {
	return db.select().from(prices).orderBy(prices.zone);
}

export async function readPriceList(db: Db | Tx): Promise<PriceList> {
	return indexPrices(await readPrices(db));
}

/** If a punycode name is itself a TLD, its price is included too. */
export async function readPricesFor(sql: Sql, names: readonly string[]): Promise<PriceList> {
	const endings = new Set(names.flatMap(endingsOf));
	// With one array parameter, the statement's text is always the same, so it stays prepared, and the limit of 65,534
	// parameters does not apply.
	const found = await sql<Price[]>`
		select zone, register_cents as "registerCents", renew_cents as "renewCents", premium
		from service.prices where zone = any(${[...endings]})`;
	if (found.length > 0) return indexPrices(found);
	const [any] = await sql`select from service.prices limit 1`;
	return { ...indexPrices([]), isEmpty: any === undefined };
}

/** Concurrent calls share one statement. A call never gets prices that were read before it began. */
export function createPriceReader(sql: Sql): (names: readonly string[]) => Promise<PriceList> {
	return createBatcher(async (asked: readonly (readonly string[])[]) => {
		const list = await readPricesFor(sql, asked.flat());
		return asked.map(() => list);
	}, mostTogether);
}

/** In any spelling. Malformed names are skipped. */
export function pricesOf(sql: Sql, items: readonly { domain: string }[]): Promise<PriceList> {
	return readPricesFor(
		sql,
		items.flatMap(({ domain }) => {
			const name = parseDomain(domain);
			return name.ok ? [name.ascii] : [];
		}),
	);
}

function indexPrices(list: readonly Price[]): PriceList {
	return {
		tlds: new Map(list.map(({ zone }) => [zone.slice(1), zone])),
		byTld: new Map(list.map((price) => [price.zone, price])),
		isEmpty: list.length === 0,
	};
}

/** Existing prices stay unchanged. */
export async function seedPrices(db: Db, initial: readonly Price[]): Promise<void> {
	await db
		.insert(prices)
		.values([...initial])
		.onConflictDoNothing();
}

function endingsOf(name: string): string[] {
	const labels = name.split(".");
	return labels.map((_label, index) => `.${labels.slice(index).join(".")}`);
}
