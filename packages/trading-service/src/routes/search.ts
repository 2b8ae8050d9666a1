import {
	searchAnswer,
	searchBatchAnswer,
	searchBatchBody,
	searchItemObject,
	searchQuery,
} from "@domains/contract/search.ts";
import type { FastifyInstance } from "fastify";
import { spend } from "../allowance.ts";
import type { Trade } from "../orders/place.ts";
import { attempt, Refusal } from "../refusal.ts";
import { countNames, type Found, readQuery, searchMany, searchOne } from "../search.ts";
import { createPriceReader, readPriceList } from "../store/prices.ts";
import { throughFailover } from "../through-failover.ts";
import { anyItems, echoItem, failedItem, readItem } from "./batches.ts";
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
