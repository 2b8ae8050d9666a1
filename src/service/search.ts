import type { SearchResult, Shortlist } from "../contract/search.ts";
import { priceOfName, readBase, readName } from "./names.ts";
import type { Trade } from "./orders/place.ts";
import { attempt, Refusal } from "./refusal.ts";
import { searchResult } from "./routes/answers.ts";
import { type Price, type PriceList, readPriceList } from "./store/prices.ts";

export interface SearchDeps extends Pick<Trade, "db" | "registry" | "slices"> {
	pricesOfNames(names: readonly string[]): Promise<PriceList>;
}

export type Found = SearchResult | Shortlist;

/** One name with the price of its zone, or a name base over all zones. */
type Question =
	| { kind: "name"; query: string; name: string; price: Price }
	| { kind: "base"; query: string; names: { name: string; price: Price }[] };

/** Names of one question to the registry, and so of one part of the answer to a batch. */
const namesAtOnce = 1_000;

/** Looks up one query, or throws a refusal. Source: docs/service.md, "Search". */
export async function searchOne({ db, registry, pricesOfNames }: SearchDeps, query: string): Promise<Found> {
	const name = isBase(query) ? undefined : readName(query);
	const question = ask(query, name ? await pricesOfNames([name.ascii]) : await readPriceList(db));
	return answer(question, await registry.available(namesOf(question)));
}

/**
 * Looks up many queries and yields their results in order, part by part, so that no more is held in memory than the
 * caller takes. Each query is answered, or refused, by itself; one that was refused before stays so.
 */
export async function* searchMany(
	{ registry, slices }: SearchDeps,
	queries: readonly (string | Refusal)[],
	prices: PriceList,
): AsyncGenerator<(Found | Refusal)[]> {
	for (const part of partsOf(queries, prices)) {
		const questions = await slices.map(part, (each) =>
			each instanceof Refusal ? each : attempt(() => ask(each, prices)),
		);
		const names = questions.flatMap((each) => (each instanceof Refusal ? [] : namesOf(each)));
		const free = names.length === 0 ? new Set<string>() : await registry.available(names);
		yield questions.map((each) => (each instanceof Refusal ? each : answer(each, free)));
	}
}

/** How many names a query asks for, told by a look at its dots only. */
export function countNames(query: string | Refusal, { byZone }: PriceList): number {
	return query instanceof Refusal || !isBase(query) ? 1 : byZone.size;
}

function* partsOf(queries: readonly (string | Refusal)[], prices: PriceList): Generator<(string | Refusal)[]> {
	let part: (string | Refusal)[] = [];
	let names = 0;
	for (const query of queries) {
		part.push(query);
		names += countNames(query, prices);
		if (names < namesAtOnce) continue;
		yield part;
		part = [];
		names = 0;
	}
	if (part.length > 0) yield part;
}

/** With a dot inside, a query is a full domain; without one it is the base of a name. */
function isBase(query: string): boolean {
	return !/[.\u3002\uff0e\uff61]./su.test(query);
}

function ask(query: string, prices: PriceList): Question {
	if (!isBase(query)) {
		const name = readName(query);
		return { kind: "name", query, name: name.ascii, price: priceOfName(name, prices) };
	}
	const base = readBase(query);
	const names = [...prices.byZone.values()].map((price) => ({ name: base.ascii + price.zone, price }));
	return { kind: "base", query, names: names.toSorted(cheapestFirst) };
}

function cheapestFirst(one: { price: Price }, other: { price: Price }): number {
	return one.price.registerCents - other.price.registerCents || (one.price.zone < other.price.zone ? -1 : 1);
}

function namesOf(question: Question): string[] {
	return question.kind === "name" ? [question.name] : question.names.map(({ name }) => name);
}

function answer(question: Question, free: ReadonlySet<string>): Found {
	if (question.kind === "name") {
		return searchResult(question.query, question.name, free.has(question.name), question.price);
	}
	const items = question.names.map(({ name, price }) => searchResult(name, name, free.has(name), price));
	return { query: question.query, items };
}
