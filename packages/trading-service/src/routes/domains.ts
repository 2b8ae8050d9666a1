import { domainAnswer, domainParams, domainsAnswer, domainsQuery } from "@domains/contract/domains.ts";
import type { FastifyInstance } from "fastify";
import { readName } from "../names.ts";
import type { Trade } from "../orders/place.ts";
import { Refusal } from "../refusal.ts";
import { findDomain, listDomains } from "../store/domains.ts";
import { asOfField, domainRecord } from "./answers.ts";
import { read } from "./define.ts";

export function addDomainRoutes(app: FastifyInstance, { db, mirror }: Trade): void {
	read(app, "domains", { query: domainsQuery, answer: domainsAnswer }, async ({ accountId, query }) => {
		const { cursor, limit, search, status } = query;
		const page = await listDomains(db, accountId, {
			limit,
			...(cursor !== undefined && { after: readCursor(cursor) }),
			...(search !== undefined && { search }),
			...(status !== undefined && { status }),
		});
		const last = page.lines.at(-1);
		return {
			items: page.lines.map(domainRecord),
			count: page.lines.length,
			total: page.total,
			...asOfField(mirror && (await mirror.stale("domains"))),
			next_cursor: page.more && last ? writeCursor(last.name) : null,
		};
	});

	read(app, "domain", { params: domainParams, answer: domainAnswer }, async ({ accountId, params }) => ({
		...domainRecord(await findDomain(db, accountId, readName(params.domain).ascii)),
		...asOfField(mirror && (await mirror.stale("domains"))),
	}));
}

function writeCursor(name: string): string {
	return Buffer.from(`after ${name}`).toString("base64url");
}

function readCursor(cursor: string): string {
	const [, name] = /^after ([a-z\d.-]+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
	if (name === undefined) throw new Refusal("invalid", "cursor: send an unchanged next_cursor.");
	return name;
}
