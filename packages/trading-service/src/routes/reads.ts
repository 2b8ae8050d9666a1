import { accountAnswer, zonesAnswer } from "@domains/contract/account.ts";
import { domainAnswer, domainParams, domainsAnswer, domainsQuery } from "@domains/contract/domains.ts";
import { deliveriesAnswer, deliveriesQuery } from "@domains/contract/events.ts";
import { usdOf } from "@domains/contract/money.ts";
import { desc, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { readName, requirePrices } from "../names.ts";
import type { Trade } from "../orders/place.ts";
import { Refusal } from "../refusal.ts";
import { deliveries, events } from "../schema.ts";
import { findAccount } from "../store/accounts.ts";
import { findDomain, listDomains } from "../store/domains.ts";
import { readPrices } from "../store/prices.ts";
import { asOfField, domainRecord } from "./answers.ts";
import { read } from "./define.ts";

export function addAccountRoutes(app: FastifyInstance, { db, mirror, registrar }: Trade): void {
	read(app, "account", { answer: accountAnswer }, async ({ account }) => {
		const asOf = mirror && (await mirror.balance(account.id));
		const pace = await registrar.remote?.pace();
		const balanceCents = mirror ? ((await findAccount(db, account.id))?.balanceCents ?? 0) : account.balanceCents;
		return {
			user_id: account.id,
			balance_usd: usdOf(balanceCents),
			api_enabled: account.apiEnabled,
			webhook_enabled: account.webhookEnabled,
			whitelist: account.whitelist,
			default_config: {
				nameserver_preset_key: account.defaultPresetKey,
				edge_profile_key: account.defaultEdgeKey,
				default_ttl: account.defaultTtl,
			},
			...(pace && { order_pace: { register: paceField(pace.register), renew: paceField(pace.renew) } }),
			...asOfField(asOf),
		};
	});

	read(app, "zones", { answer: zonesAnswer }, async () => {
		const prices = await readPrices(db);
		requirePrices({ isEmpty: prices.length === 0 });
		return {
			...asOfField(mirror && (await mirror.stale("prices"))),
			zones: prices.map(({ zone, registerCents, renewCents, premium }) => ({
				zone,
				register_price_usd: usdOf(registerCents),
				renew_price_usd: usdOf(renewCents),
				premium,
			})),
		};
	});
}

function paceField({ everyMs, perDay }: { everyMs: number; perDay: number | null }) {
	return { seconds: Math.ceil(everyMs / 1_000), per_day: perDay };
}

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

export function addDeliveryRoutes(app: FastifyInstance, { db }: Trade): void {
	read(
		app,
		"deliveries",
		{ query: deliveriesQuery, answer: deliveriesAnswer },
		async ({ accountId, query: { limit } }) => {
			const rows = await db
				.select({ attempt: deliveries, event: { key: events.key, type: events.type, domain: events.domain } })
				.from(deliveries)
				.innerJoin(events, eq(events.id, deliveries.eventId))
				.where(eq(deliveries.accountId, accountId))
				.orderBy(desc(deliveries.id))
				.limit(limit);
			const items = rows.map(({ attempt, event }) => ({
				event_key: event.key,
				event_type: event.type,
				domain: event.domain,
				attempt_number: attempt.attempt,
				status: attempt.status,
				status_code: attempt.statusCode,
				error: attempt.error,
				next_attempt_at: attempt.nextAttemptAt?.toISOString() ?? null,
				created_at: attempt.createdAt.toISOString(),
			}));
			return { limit, count: items.length, items };
		},
	);
}
