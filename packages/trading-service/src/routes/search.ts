import type { DomainName } from "@domains/contract/names.ts";
import {
	type SearchResult,
	type Shortlist,
	searchAnswer,
	searchBatchAnswer,
	searchBatchBody,
	searchItemObject,
	searchQuery,
} from "@domains/contract/search.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import type { FastifyInstance } from "fastify";
import { spend } from "../allowance.ts";
import { priceOfName, readBase, readName, requirePrices } from "../names.ts";
import type { Trade } from "../orders/place.ts";
import { attempt, Refusal } from "../refusal.ts";
import { checked, checkKey } from "../registrar/checked.ts";
import { RegistrarBusy, type Remote } from "../registrar/port.ts";
import { readFact, storeFact } from "../store/facts.ts";
import { createPriceReader, type Price, type PriceList, readPriceList } from "../store/prices.ts";
import { throughFailover } from "../through-failover.ts";
import { anyItems, echoItem, failedItem, readItem, searchResult } from "./answers.ts";
import { read, readInParts } from "./define.ts";

export function addSearchRoutes(app: FastifyInstance, trade: Trade): void {
	const deps = { ...trade, pricesOfNames: createPriceReader(trade.sql) };
	read(app, "search", { query: searchQuery, answer: searchAnswer }, ({ query: { query } }) => searchOne(deps, query));

	const schemas = { body: anyItems, describedBody: searchBatchBody, answer: searchBatchAnswer };
	readInParts(app, "searchBatch", schemas, async ({ accountId, body: { items } }) => {
		// Spending 0 names only checks the limit. It refuses the request before any work is done.
		await throughFailover(() => spend(trade.sql, accountId, 0));
		const queries = await trade.slices.map(items, (item) => attempt(() => readQuery(textOf(item))));
		const prices = await throughFailover(() => readPriceList(trade.db));
		const names = queries.reduce((sum, query) => sum + countNames(query, prices), 0);
		// Not repeated: the names may have been counted although the answer was lost.
		await spend(trade.sql, accountId, names);
		return async function* () {
			let index = 0;
			for await (const part of searchMany(deps, queries, prices)) {
				const first = index;
				index += part.length;
				yield await trade.slices.map(part, (found, place) => resultOf(found, items[first + place], first + place));
			}
		};
	});
}

function textOf(item: unknown): string {
	return typeof item === "string" ? item : readItem(searchItemObject, item, "query").query;
}

function resultOf(found: Found | Refusal, given: unknown, index: number) {
	const item = typeof given === "string" ? { query: given } : given;
	if (found instanceof Refusal) return failedItem(found, item, index, "query");
	return { index, success: true, ...echoItem(item, "query"), ...found };
}

interface SearchDeps extends Pick<Trade, "db" | "registrar" | "slices"> {
	pricesOfNames(names: readonly string[]): Promise<PriceList>;
}

type Found = SearchResult | Shortlist;

/** `name`: one full domain. `base`: a name without a TLD. */
interface Query {
	kind: "name" | "base";
	text: string;
	name: DomainName;
}

/** `name` has the price of its TLD. `base` is combined with every TLD. */
interface NameQuestion {
	kind: "name";
	query: string;
	name: string;
	price: Price;
}

type Question = NameQuestion | { kind: "base"; query: string; names: { name: string; price: Price }[] };

/** A part is answered with one registry lookup, and ends as soon as it has at least this many names. */
const namesPerLookup = 1_000;

/** Source: docs/service.md, "Search". */
async function searchOne({ db, registrar, pricesOfNames }: SearchDeps, text: string): Promise<Found> {
	const query = readQuery(text);
	const prices = query.kind === "name" ? await pricesOfNames([query.name.ascii]) : await readPriceList(db);
	const question = ask(query, prices);
	if (registrar.remote && question.kind === "name") return await checkName(db, registrar.remote, question);
	return answer(question, await registrar.available(namesOf(question)), registrar);
}

/** A person who opens a name and then orders it asks twice. An order is refused if the name is taken by then. */
const checkedMs = 60_000;
/** Longer than the registrar's pause between two checks. */
const checkMs = 15_000;

async function checkName(db: Db, remote: Remote, { query, name, price }: NameQuestion): Promise<SearchResult> {
	const key = checkKey(name);
	const kept = await readFact(db, key, checked);
	if (kept && kept.ageMs < checkedMs) return searchResult(query, name, kept.value.available, kept.value);
	const found = await remote.check(name, price.zone, AbortSignal.timeout(checkMs)).catch((error: unknown) => {
		if (!(error instanceof RegistrarBusy)) throw error;
		throw new Refusal("trouble", `Porkbun checks one name in ten seconds. Search for ${name} again in a moment.`);
	});
	const { available, premium, registerCents, renewCents } = found;
	const now = { ...price, available, premium, registerCents, renewCents: renewCents ?? price.renewCents };
	await storeFact(db, key, now);
	return searchResult(query, name, available, now);
}

/** Text with a dot before other characters is a full domain. Other text is a name without a TLD. */
function readQuery(text: string): Query {
	return /[.\u3002\uff0e\uff61]./su.test(text)
		? { kind: "name", text, name: readName(text) }
		: { kind: "base", text, name: readBase(text) };
}

/**
 * In their order. Yields parts, so that memory holds only the part that is being sent. A `Refusal` in `queries` is
 * yielded as its result.
 */
async function* searchMany(
	{ registrar, slices }: SearchDeps,
	queries: readonly (Query | Refusal)[],
	prices: PriceList,
): AsyncGenerator<(Found | Refusal)[]> {
	for (const part of partsOf(queries, prices)) {
		const questions = await slices.map(part, (each) =>
			each instanceof Refusal ? each : attempt(() => ask(each, prices)),
		);
		const names = questions.flatMap((each) => (each instanceof Refusal ? [] : namesOf(each)));
		const free = names.length === 0 ? new Set<string>() : await registrar.available(names);
		yield questions.map((each) => (each instanceof Refusal ? each : answer(each, free, registrar)));
	}
}

/** Counts for the limit of names per second. A refused query counts as one name, because the answer contains its name. */
function countNames(query: Query | Refusal, { byTld }: PriceList): number {
	return query instanceof Refusal || query.kind === "name" ? 1 : byTld.size;
}

function* partsOf(queries: readonly (Query | Refusal)[], prices: PriceList): Generator<(Query | Refusal)[]> {
	let part: (Query | Refusal)[] = [];
	let names = 0;
	for (const query of queries) {
		part.push(query);
		names += countNames(query, prices);
		if (names < namesPerLookup) continue;
		yield part;
		part = [];
		names = 0;
	}
	if (part.length > 0) yield part;
}

function ask({ kind, text, name }: Query, prices: PriceList): Question {
	if (kind === "name") return { kind, query: text, name: name.ascii, price: priceOfName(name, prices) };
	requirePrices(prices);
	const names = [...prices.byTld.values()].map((price) => ({ name: name.ascii + price.zone, price }));
	return { kind, query: text, names: names.toSorted(cheapestFirst) };
}

function cheapestFirst(one: { price: Price }, other: { price: Price }): number {
	return one.price.registerCents - other.price.registerCents || (one.price.zone < other.price.zone ? -1 : 1);
}

function namesOf(question: Question): string[] {
	return question.kind === "name" ? [question.name] : question.names.map(({ name }) => name);
}

/** A remote registrar is asked only for a single name, because it allows few such questions. */
function answer(question: Question, free: ReadonlySet<string>, { remote }: Pick<Trade["registrar"], "remote">): Found {
	const resultOf = (query: string, name: string, price: Price): SearchResult => ({
		...searchResult(query, name, free.has(name), price),
		...(remote && { unchecked: true }),
	});
	if (question.kind === "name") return resultOf(question.query, question.name, question.price);
	return { query: question.query, items: question.names.map(({ name, price }) => resultOf(name, name, price)) };
}
