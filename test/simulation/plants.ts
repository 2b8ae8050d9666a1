// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.

import type { Edit } from "./planting.ts";

/** A bug that is added on purpose, and that the simulation must detect. */
export interface Plant {
	/** What the bug breaks, in the words of CHANGELOG.md. */
	what: string;
	sources?: readonly Edit[];
	sql?: string;
}

export const plants: Readonly<Record<string, Plant>> = {
	"new-key": {
		what: "a request that may have run is sent again under a new key",
		sources: [
			{
				file: "src/actions/operation/run-request.ts",
				from: "client.send(request.prepared, request.key,",
				to: 'client.send(request.prepared, request.attempts > 1 ? request.key + "-again" : request.key,',
			},
		],
	},
	"sent-before-commit": {
		what: "a call is sent before the commit that records it",
		sources: [
			{
				file: "src/actions/operation/apply-step.ts",
				from: "withState(request, state)",
				to: 'withState(request, step.call?.do === "send" ? { ...state, phase: request.phase } : state)',
			},
			{
				file: "src/actions/operation/run-request.ts",
				from: 'request.phase === "sent" && request.attempts === attempt',
				to: "request.attempts === attempt",
			},
		],
	},
	"update-twice": {
		what: "an update that is done is handled again if Telegram repeats it",
		sources: [
			{ file: "src/bot/updates/session.ts", from: "if (state.done) return;", to: "" },
			{ file: "src/store/chats.ts", from: "where u.done_at is null and", to: "where" },
		],
	},
	"html-page-as-refusal": {
		what: "a proxy's HTML page counts as a refusal by the service",
		sources: [
			{
				file: "src/client/result.ts",
				from: 'if (!error) return { kind: "unknown", cause: "not_service", sent: true, ...id };',
				to: 'if (!error) return { kind: "refused", status: raw.status, code: "not_service", message: "" };',
			},
		],
	},
	"error-500-as-failure": {
		what: "a 500 counts as a failure",
		sources: [
			{
				file: "src/rules/operation/next.ts",
				from: "if (status >= 500) return lost(withRefusal(state, refusal), at);",
				to: "if (status >= 500) return fail(state, refusal, at.now);",
			},
		],
	},
	"lock-per-person": {
		what: "a domain is locked per person, not per account",
		sql: `
			create function bot.person_of(operation bigint) returns bigint language sql immutable
				as 'select person_id from bot.operations where id = operation';
			drop index bot.items_lock;
			create unique index items_lock on bot.items (bot.person_of(operation_id), domain, lock) where locked`,
	},
	"price-unchecked": {
		what: "a price that rose since the quote is paid without a question",
		sources: [
			{
				file: "src/actions/operation/compare-with-quote.ts",
				from: "(now.priceCents ?? 0) > (priceCents ?? 0),",
				to: "false && now.priceCents === priceCents,",
			},
			// The price of further years usually rises with it, and would stop the order too.
			{
				file: "src/actions/operation/compare-with-quote.ts",
				from: "(now.renewCents ?? 0) > renewCents,",
				to: "false && now.renewCents === renewCents,",
			},
		],
	},
	"only-total-compared": {
		what: "only the total of a list is compared with what was confirmed",
		sources: [
			{
				file: "src/actions/operation/compare-with-quote.ts",
				from: "quotedFacts[kind].filter((fact) => hasChanged[fact](item, each))",
				to: 'quotedFacts[kind].filter((fact) => hasChanged[fact](item, each) && (!fact.endsWith("price") || items.reduce((sum, { priceCents: quoted }, place) => sum - (quoted ?? 0) + (seen[place]?.kind === "fine" ? (seen[place].priceCents ?? 0) : (quoted ?? 0)), 0) > 0))',
			},
		],
	},
	"expiry-not-compared": {
		what: "a renewal is sent although the expiry date changed since the quote",
		sources: [
			{
				file: "src/actions/operation/compare-with-quote.ts",
				from: "expiry: ({ before }, now) => hasOtherExpiry(",
				to: "expiry: ({ before }, now) => false && hasOtherExpiry(",
			},
		],
	},
	"receipt-from-quote": {
		what: "a receipt shows the quoted price instead of the charged one",
		sources: [
			{
				file: "src/actions/operation/read.ts",
				from: "\t\texpiresAt,\n\t\tchargedCents,\n",
				to: '\t\texpiresAt,\n\t\tchargedCents: phase === "succeeded" ? priceCents : chargedCents,\n',
			},
		],
	},
	"cap-per-order": {
		what: "the daily cap is compared with each order separately",
		sources: [
			{
				file: "src/store/spending.ts",
				from: "s.spent_cents + ${cents}::bigint <= ${capCents}::bigint",
				to: "${cents}::bigint <= ${capCents}::bigint",
			},
			// A quote above the cap has no button to confirm it, so no person could try to exceed the cap. With this change, it
			// has the button unless the order alone exceeds the cap.
			{
				file: "src/actions/operation/read.ts",
				from: "const overCents = spentCents + cents - capCents;",
				to: "const overCents = cents - capCents;",
			},
		],
	},
	"no-second-question": {
		what: "the second question above a certain amount is skipped",
		sources: [
			{
				file: "src/actions/operation/confirm.ts",
				from: "const isDear = limitCents !== null && ",
				to: "const isDear = limitCents === -1 && ",
			},
		],
	},
	"repeated-low-balance-alert": {
		what: "a low balance is reported each time it falls further",
		sources: [
			{
				file: "src/store/accounts.ts",
				from: " and ${low} <= ${fell.from}::bigint`;",
				to: "`;",
			},
		],
	},
	"no-low-balance-alert": {
		what: "a low balance is never reported",
		sources: [
			{
				file: "src/actions/access.ts",
				from: "if (kept?.before == null || kept.before <= balanceCents) return;",
				to: "return;",
			},
		],
	},
	"rate-limit-per-process": {
		what: "each process has a separate rate limit, because its key contains the URL of its database",
		sources: [
			{
				file: "src/world/actions.ts",
				from: "key: base.vault.fingerprint(token)",
				to: "key: `${base.sessionUrl} ${base.vault.fingerprint(token)}`",
			},
		],
	},
	"block-not-stored": {
		what: "the block of a token is not recorded",
		sources: [{ file: "src/client/send.ts", from: "if (blockedUntil) await limiter.blocked(blockedUntil);", to: "" }],
	},
	"other-nameservers": {
		what: "other nameservers are written than planned",
		sources: [
			{
				file: "src/actions/operation/kinds/changes.ts",
				from: "domain: item.domain, ...item.change.target }",
				to: 'domain: item.domain, nameservers: ["ns1.other.net", "ns2.other.net"] }',
			},
		],
	},
	"other-ttl": {
		what: "every record is written with another TTL than planned",
		sources: [
			{
				file: "src/client/read/dns.ts",
				from: "return records.map((record) => (record.raw ? writeBack(record, record.raw, form) : writeNew(record, form)));",
				to: "return records.map((record) => ({ ...writeNew(record, form), ttl: 600 }));",
			},
		],
	},
	"record-not-written": {
		what: "one record of a zone with several is not written",
		sources: [
			{
				file: "src/client/read/dns.ts",
				from: "return records.map((record) =>",
				to: "return records.slice(records.length > 1 ? 1 : 0).map((record) =>",
			},
		],
	},
	"service-loses-record": {
		what: "the service loses one record of a zone with several, and no answer shows it",
		sql: `
			create function service.lose_record() returns trigger language plpgsql as $$ begin
				if jsonb_array_length(new.records) > 1 then new.records := new.records - 0; end if;
				return new;
			end $$;
			create trigger lose_record before update of records on service.domains
				for each row execute function service.lose_record()`,
	},
	"block-ignored": {
		what: "the block of a token is recorded but ignored",
		sources: [
			{
				file: "packages/kit/src/postgres/shared-rate-limiter.ts",
				from: "then blocked_until end as block_end",
				to: "then null::timestamptz end as block_end",
			},
		],
	},
	"resent-without-price-check": {
		what: "an order with an unknown outcome is resent without a price check",
		sources: [
			{
				file: "src/actions/operation/compare-with-quote.ts",
				from: "return isChanged ?",
				to: "return isChanged && false ?",
			},
		],
	},
	"split-when-unknown": {
		what: "a list that is refused for its size is split although an earlier attempt may have run",
		sources: [
			{
				file: "src/rules/operation/next.ts",
				from: "if (state.mayHaveRun || reused) {",
				to: "if ((state.mayHaveRun && !tooLarge(state, status)) || reused) {",
			},
		],
	},
	"late-notification": {
		what: "the notification of an outcome is written after its transaction, not in it",
		sources: [
			{
				file: "src/actions/operation/effects.ts",
				from: "const rows = await addNotifications(tx, [operation.personId], subject, String(context.notificationCount));",
				to: `setTimeout(() => {
					void addNotifications(deps.db as never, [operation.personId], subject, String(context.notificationCount))
						.then((told) => deps.enqueue(deps.db, "bot.outbox", told))
						.catch(() => {});
				}, 20);
				const rows: number[] = [];`,
			},
			// The bug above delays only the notification. In the same transaction, the bot updates the message of the order,
			// which would show the outcome in time.
			{
				file: "src/actions/operation/effects.ts",
				from: "const { screens, linked } = await linkAndInvalidateScreens(tx, subject);",
				to: "const { screens, linked } = { screens: [] as number[], linked: new Set<number>() };",
			},
		],
	},
	"zone-not-read": {
		what: "a zone is rewritten without reading it first",
		sources: [
			{
				file: "src/rules/operation/timing.ts",
				from: 'return kind !== "register";',
				to: 'return kind === "renew";',
			},
		],
	},
	"sent-twice": {
		what: "every new message is sent twice",
		sources: [
			{
				file: "src/bot/delivery/render.ts",
				from: "const sent = await api.sendMessage(",
				to: "await api.sendMessage(screen.chatId, view.text.toString(), { ...options, ...secret });\n\tconst sent = await api.sendMessage(",
			},
		],
	},
	"confirmed-by-anyone": {
		what: "anyone who knows an order's number can see and confirm it",
		sources: [
			{
				file: "src/actions/operation/read.ts",
				from: "if (row.personId === personId) return true;",
				to: "return true;",
			},
			{
				file: "src/actions/operation/confirm.ts",
				from: 'if (row?.personId !== personId) return { kind: "not_found" };',
				to: 'if (!row) return { kind: "not_found" };',
			},
		],
	},
	"verdict-ignored": {
		what: "a person's answer about the outcome of their order has no effect",
		sources: [
			{
				file: "src/actions/operation/decisions.ts",
				from: "if (!request) continue;",
				to: "if (row !== null) continue;",
			},
		],
	},
	"event-twice": {
		what: "a duplicate event is processed twice",
		sql: "alter table bot.inbox drop constraint inbox_event, drop constraint inbox_body",
	},
	"token-of-other-member": {
		what: "a person without access still buys with another member's token",
		sources: [
			{
				file: "src/actions/operation/confirm.ts",
				from: 'return viewer.hasAccess ? undefined : { kind: "no_access", operation };',
				to: 'return viewer ? undefined : { kind: "no_access", operation };',
			},
			{
				file: "src/actions/operation/run-request.ts",
				from: "if (needsAccess && !hasAccess) return undefined;",
				to: "",
			},
		],
	},
	"expiry-checked-last": {
		what: "expiry is checked after the wake reason, so a call with an expired lease never counts as lost",
		sources: [
			{
				file: "src/rules/operation/next.ts",
				from: "const step = then(expire(state, at), (current) => apply(current, evidence, at));",
				to: "return apply(state, evidence, at);\n\tconst step = then(expire(state, at), (current) => apply(current, evidence, at));",
			},
			{
				file: "src/actions/operation/apply-step.ts",
				from: "changeRequest(request, { wakeReason: null })",
				to: "request",
			},
			{
				file: "src/store/operation-lists.ts",
				from: 'and(eq(requests.hold, "access"), inArray(requests.operationId, ofAccount))',
				to: "inArray(requests.operationId, ofAccount)",
			},
		],
	},
	"only-last-check-counts": {
		what: "when checking a list takes several calls, only the result of the last one counts",
		sources: [
			{ file: "src/rules/operation/timing.ts", from: "namesPerLook: 40,", to: "namesPerLook: 1," },
			{
				file: "src/rules/operation/doubt.ts",
				from: "if (!isOpen(item) || found === undefined) return item;",
				to: "if (!isOpen(item)) return item;\n\tif (found === undefined) return { ...item, found: null, absences: 0 };",
			},
		],
	},
	"no-reminder-7-days": {
		what: "the reminder 7 days before an expiry is not sent",
		sources: [
			{
				file: "src/store/renewals.ts",
				from: "unnest(p.expiry_days) as days",
				to: "unnest(array_remove(p.expiry_days, 7)) as days",
			},
		],
	},
	"proposal-confirms-itself": {
		what: "a program's proposal is confirmed without its owner's tap",
		sources: [
			{
				file: "src/actions/program/propose.ts",
				from: '\tif (!("code" in quoted)) {\n',
				to: '\tif (!("code" in quoted)) {\n\t\tconst { confirm } = await import("../operation/confirm.ts");\n\t\tawait confirm(deps, { personId: mandate.personId, operationId: quoted.operationId, number: 1 });\n',
			},
		],
	},
	"ceiling-ignored": {
		what: "a standing order buys above its ceiling",
		sources: [
			{
				file: "src/actions/watch/names.ts",
				from: "offer.registerCents !== null && offer.registerCents > order.ceilingCents",
				to: "false",
			},
			{
				file: "src/actions/watch/names.ts",
				from: "isDear = current !== null && quote.totalCents > current.ceilingCents;",
				to: "isDear = false;",
			},
		],
	},
	"any-token-of-person": {
		what: "any working token of the person is used for an order",
		sources: [
			{
				file: "src/store/connections.ts",
				from: "const rows = await select(db, eq(connections.accountId, accountId));",
				to: "const rows = await select(db, eq(connections.personId, personId));",
			},
		],
	},
};
