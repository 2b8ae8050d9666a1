import type { SearchResult, Shortlist } from "../contract/search.ts";
import type { DomainName } from "../rules/names.ts";
import { priceOfName, readBase, readName } from "./names.ts";
import type { Trade } from "./orders/place.ts";
import { attempt, Refusal } from "./refusal.ts";
import { searchResult } from "./routes/answers.ts";
import { indexPrices, type Price, type PriceList, readPrices } from "./store/prices.ts";

export interface SearchDeps extends Pick<Trade, "db" | "registry"> {
	pricesOfNames(names: readonly string[]): Promise<PriceList>;
}

export type Found = SearchResult | Shortlist;

/** What a query asks for: one name with the price of its zone, or a name base over all zones. */
type Question =
	| { kind: "name"; query: string; name: string; price: Price }
	| { kind: "base"; query: string; names: { name: string; price: Price }[] };

/**
 * Looks up many queries with one question to the registry; each is answered, or refused, by itself, and one that was
 * refused before stays so. With a dot a query
 * is a full domain, without one the base of a name. Source: docs/service.md, "Search".
 */
export async function search(
	{ db, registry, pricesOfNames }: SearchDeps,
	queries: readonly (string | Refusal)[],
): Promise<(Found | Refusal)[]> {
	const parsed = queries.map((query) => (query instanceof Refusal ? query : attempt(() => parse(query))));
	const prices = await pricesFor({ db, pricesOfNames }, parsed);
	const questions = parsed.map((each) => (each instanceof Refusal ? each : attempt(() => ask(each, prices))));
	const names = questions.flatMap((each) => (each instanceof Refusal ? [] : namesOf(each)));
	const free = names.length === 0 ? new Set<string>() : await registry.available(names);
	return questions.map((each) => (each instanceof Refusal ? each : answer(each, free)));
}

interface Parsed {
	query: string;
	name: DomainName;
	base: boolean;
}

function parse(query: string): Parsed {
	const base = !/[.\u3002\uff0e\uff61]/u.test(query.trim().replace(/[.\u3002\uff0e\uff61]$/u, ""));
	return { query, base, name: base ? readBase(query) : readName(query) };
}

async function pricesFor(
	{ db, pricesOfNames }: Pick<SearchDeps, "db" | "pricesOfNames">,
	parsed: readonly (Parsed | Refusal)[],
): Promise<PriceList> {
	const asked = parsed.flatMap((each) => (each instanceof Refusal ? [] : [each]));
	if (asked.some(({ base }) => base)) return indexPrices(await readPrices(db));
	return await pricesOfNames(asked.map(({ name }) => name.ascii));
}

function ask({ query, name, base }: Parsed, prices: PriceList): Question {
	if (!base) return { kind: "name", query, name: name.ascii, price: priceOfName(name, prices) };
	const names = [...prices.byZone.values()].map((price) => ({ name: name.ascii + price.zone, price }));
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
