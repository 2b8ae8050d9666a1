// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.

import type { Edit } from "./planting.ts";

/** One way to break the bot on purpose: a text of one source file, or a piece of the database, that is another one then. */
export interface Plant {
	/** What it does, for the page about reliability. */
	what: string;
	sources?: readonly Edit[];
	sql?: string;
}

export const plants: Readonly<Record<string, Plant>> = {
	"new-key": {
		what: "a request that may have run is sent again under a new key",
		sources: [
			{
				file: "src/actions/operation/make-call.ts",
				from: "client.send(request.prepared, request.key,",
				to: 'client.send(request.prepared, request.attempts > 1 ? request.key + "-again" : request.key,',
			},
		],
	},
	"sent-uncommitted": {
		what: "that a call goes out is not committed before it",
		sources: [
			{
				file: "src/actions/operation/apply-step.ts",
				from: "await saveRequest(tx, request, state);",
				to: 'await saveRequest(tx, request, step.call?.do === "send" ? { ...state, phase: request.phase } : state);',
			},
			{
				file: "src/actions/operation/make-call.ts",
				from: 'request.phase === "sent" && request.attempts === attempt',
				to: "request.attempts === attempt",
			},
		],
	},
	"page-refuses": {
		what: "a proxy's page is taken for the service's refusal",
		sources: [
			{
				file: "src/client/outcome.ts",
				from: 'if (!error) return { kind: "unknown", cause: "not_service", sent: true, ...id };',
				to: 'if (!error) return { kind: "refused", status: raw.status, code: "not_service", message: "" };',
			},
		],
	},
	"failure-counts": {
		what: "a 500 is taken for a failure",
		sources: [
			{
				file: "src/rules/operation/answer.ts",
				from: "if (status >= 500) return lost(worded(state, refusal), at);",
				to: "if (status >= 500) return fail(state, refusal, at.now);",
			},
		],
	},
	"lock-by-person": {
		what: "a domain is locked for a person, not for the account",
		sql: `
			create function bot.person_of(operation bigint) returns bigint language sql immutable
				as 'select person_id from bot.operations where id = operation';
			drop index bot.items_lock;
			create unique index items_lock on bot.items (bot.person_of(operation_id), domain, lock) where locked`,
	},
	"price-unchecked": {
		what: "a price that rose since the quote is paid unasked",
		sources: [
			{
				file: "src/actions/operation/compare-with-quote.ts",
				from: "if (replanned || isDearer(items, quote))",
				to: "if (replanned)",
			},
		],
	},
	"sums-compared": {
		what: "of a list only the sum is held against what was agreed to",
		sources: [
			{
				file: "src/actions/operation/compare-with-quote.ts",
				from: "return items.some((item) => (askedFor(item, quote) ?? 0) > (item.priceCents ?? 0));",
				to: "return items.reduce((sum, item) => sum + (askedFor(item, quote) ?? 0) - (item.priceCents ?? 0), 0) > 0;",
			},
		],
	},
	"receipt-from-quote": {
		what: "a receipt repeats the quote and not what was charged",
		sources: [
			{
				file: "src/actions/operation/view.ts",
				from: "\t\texpiresAt,\n\t\tchargedCents,\n",
				to: '\t\texpiresAt,\n\t\tchargedCents: phase === "succeeded" ? priceCents : chargedCents,\n',
			},
		],
	},
	"cap-alone": {
		what: "the cap of a day is held against each order alone",
		sources: [
			{
				file: "src/store/spending.ts",
				from: "s.spent_cents + ${cents} <= ${capCents}",
				to: "${cents}::integer <= ${capCents}",
			},
		],
	},
	"asked-once": {
		what: "above the sum that a person wants to be asked about twice they are asked once",
		sources: [
			{
				file: "src/actions/operation/confirm.ts",
				from: "const dear = askAboveCents !== null && ",
				to: "const dear = askAboveCents === -1 && ",
			},
		],
	},
	"low-again": {
		what: "a low balance is told each time that it falls further",
		sources: [
			{
				file: "src/store/accounts.ts",
				from: " and ${low} <= ${fell.from}::bigint`;",
				to: "`;",
			},
		],
	},
	"low-unheard": {
		what: "a low balance is not told",
		sources: [
			{
				file: "src/actions/record-balance.ts",
				from: "if (before == null || before <= balanceCents) return;",
				to: "return;",
			},
		],
	},
	"pace-apart": {
		what: "each process keeps a pace of its own: they differ in the address of their database",
		sources: [
			{
				file: "src/world/actions.ts",
				from: "key: base.vault.fingerprint(token)",
				to: "key: `${base.url} ${base.vault.fingerprint(token)}`",
			},
		],
	},
	"block-unwritten": {
		what: "that a token is blocked is not written down",
		sources: [{ file: "src/client/send.ts", from: "if (blockedUntil) await gate.blocked(blockedUntil);", to: "" }],
	},
	"other-servers": {
		what: "other nameservers than planned are written",
		sources: [
			{
				file: "src/actions/operation/kinds/nameservers.ts",
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
	"record-left-out": {
		what: "of a zone of several records one is not written",
		sources: [
			{
				file: "src/client/read/dns.ts",
				from: "return records.map((record) =>",
				to: "return records.slice(records.length > 1 ? 1 : 0).map((record) =>",
			},
		],
	},
	"zone-half-kept": {
		what: "of a zone of several records one is lost in the service, unseen on the way",
		sql: `
			create function service.lose_record() returns trigger language plpgsql as $$ begin
				if jsonb_array_length(new.records) > 1 then new.records := new.records - 0; end if;
				return new;
			end $$;
			create trigger lose_record before update of records on service.domains
				for each row execute function service.lose_record()`,
	},
	"block-unheeded": {
		what: "that a token is blocked is written down, and not kept to",
		sources: [
			{
				file: "src/postgres/rate-limiter.ts",
				from: "max(greatest(next_at - ahead, blocked_until))",
				to: "max(next_at - ahead)",
			},
		],
	},
	"resent-blind": {
		what: "an order in doubt goes out again without a look at its price",
		sources: [
			{
				file: "src/actions/operation/price-guard.ts",
				from: "return isDearer(items, quoteOf(items, examined)) ?",
				to: "return false ?",
			},
		],
	},
	"cut-in-doubt": {
		what: "a list that is refused for its size is cut although an earlier try may have run",
		sources: [
			{
				file: "src/rules/operation/answer.ts",
				from: "if (state.doubt || reused) {",
				to: "if ((state.doubt && !tooLarge(state, status)) || reused) {",
			},
		],
	},
	"told-apart": {
		what: "what is to be told is written after the outcome, not with it",
		sources: [
			{
				file: "src/actions/operation/effects.ts",
				from: "const rows = await addNotifications(tx, [operation.personId], subject, String(operation.news));",
				to: `setTimeout(() => {
					void addNotifications(deps.db as never, [operation.personId], subject, String(operation.news))
						.then((told) => deps.enqueue(deps.db, "bot.outbox", told))
						.catch(() => {});
				}, 20);
				const rows: number[] = [];`,
			},
		],
	},
	"unlooked-zone": {
		what: "a zone is written again without a look at it",
		sources: [
			{
				file: "src/rules/operation/timing.ts",
				from: 'return kind !== "register";',
				to: 'return kind === "renew";',
			},
		],
	},
	"sent-twice": {
		what: "a new message is sent two times over",
		sources: [
			{
				file: "src/bot/delivery/send-or-edit.ts",
				from: "const sent = await api.sendMessage(",
				to: "await api.sendMessage(screen.chatId, view.text.toString(), { ...options, ...secret });\n\tconst sent = await api.sendMessage(",
			},
		],
	},
	"anyones-word": {
		what: "whoever knows an order's number sees it, and may confirm it",
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
	"word-ignored": {
		what: "what a person says about their order when they are asked changes nothing",
		sources: [
			{
				file: "src/actions/operation/record-verdict.ts",
				from: "if (request) await takeStep(",
				to: "if (false) await takeStep(",
			},
		],
	},
	"event-twice": {
		what: "an event that comes twice is taken twice",
		sql: "alter table bot.inbox drop constraint inbox_event, drop constraint inbox_body",
	},
	"anyones-token": {
		what: "whoever lost the account still buys from it with the tokens of others",
		sources: [
			{
				file: "src/actions/operation/confirm.ts",
				from: 'if (!(await isConnected(tx, personId, row.accountId))) return { kind: "no_access", operation };',
				to: "",
			},
			{
				file: "src/actions/operation/make-call.ts",
				from: "if (!(await isConnected(deps.db, personId, accountId))) return undefined;",
				to: "",
			},
		],
	},
	"time-last": {
		what: "time is checked last: why somebody wakes a request comes first, is kept, and a call whose lease is over is not lost",
		sources: [
			{
				file: "src/rules/operation/next.ts",
				from: "const step = then(expire(state, at), (current) => apply(current, evidence, at));",
				to: "return apply(state, evidence, at);\n\tconst step = then(expire(state, at), (current) => apply(current, evidence, at));",
			},
			{
				file: "src/actions/operation/apply-step.ts",
				from: "if (wakeReason !== null) await updateRequest(tx, id, { wakeReason: null });",
				to: "",
			},
			{
				file: "src/store/operation-lists.ts",
				from: 'and(eq(requests.hold, "access"), inArray(requests.operationId, ofAccount))',
				to: "inArray(requests.operationId, ofAccount)",
			},
		],
	},
	"coverage-forgotten": {
		what: "of a list that takes several calls to look at, only what the last call saw is known",
		sources: [
			{ file: "src/rules/operation/timing.ts", from: "namesPerLook: 40,", to: "namesPerLook: 1," },
			{
				file: "src/rules/operation/doubt.ts",
				from: "if (!isOpen(item) || found === undefined) return item;",
				to: "if (!isOpen(item)) return item;\n\tif (found === undefined) return { ...item, found: null, absences: 0 };",
			},
		],
	},
	"any-token": {
		what: "any good token of the person speaks for an operation",
		sources: [
			{
				file: "src/store/connections.ts",
				from: 'const live = and(eq(connections.accountId, accountId), eq(connections.state, "live"));',
				to: 'const live = and(eq(connections.personId, personId), eq(connections.state, "live"));',
			},
		],
	},
};
