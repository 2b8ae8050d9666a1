import { connect } from "@domains/kit/postgres/connect.ts";
import { patient } from "@domains/kit/postgres/session.ts";

/** The person's account has the same id. People who act in a measurement have lower ids. */
const first = 1_000_000;

const screens = 10;
const domains = 5;
const orders = 2;
/** Events of other programs or of the registrar. */
const alerts = 7;
/** Those of two days, at twenty a week. Older ones are deleted. */
const updates = 6;

/** The people do nothing during the measurement. Their rows only make the tables large. */
export async function writeHistory(url: string, people: number): Promise<void> {
	const person = `${first} + n / `;
	const name = (column: string) => `'history-' || ${column} || '.com'`;
	const some = (each: number) => `generate_series(0, ${people * each - 1}) n`;
	const at = (days: number) => `clock() - (n % ${days}) * interval '1 day'`;
	const statements = [
		`insert into bot.people (id, locale, first_update_id, created_at)
			select ${person} 1, 'en', 0, ${at(365)} from ${some(1)}`,
		`insert into bot.chats (id) select ${person} 1 from ${some(1)}`,
		`insert into bot.accounts (id, service_url, user_id, receiver_path, balance_cents, listed_at)
			overriding system value
			select ${person} 1, 'built-in', ${person} 1, md5(n::text), 5000, ${at(1)} from ${some(1)}`,
		`insert into bot.connections (person_id, account_id, service_url, token, token_print, token_last4, state, active)
			select ${person} 1, ${person} 1, 'built-in', repeat('t', 110), md5(n::text), 'last', 'live', true
			from ${some(1)}`,
		// Due in a year, so they do not run during the measurement.
		`insert into bot.watches (kind, account_id, wake_at)
			select kind, ${person} 1, clock() + interval '1 year' from ${some(1)}, unnest('{expiry,prices}'::text[]) kind`,
		`insert into bot.updates (id, done_at, created_at) select -1 - n, ${at(2)}, ${at(2)} from ${some(updates)}`,
		`insert into bot.screens (
				id, chat_id, message_id, person_id, feature, params, subject_kind, subject_id, rev, shown_rev, saved_rev,
				keyboard_rev, choices, shown_at, shown_hash, created_at, touched_at
			)
			overriding system value
			select ${first} + n, ${person} ${screens}, n % ${screens} + 1, ${person} ${screens}, 'operation',
				jsonb_build_object('operationId', ${first} + n / ${screens} * ${orders} + n % ${orders}),
				case when n % ${screens} < ${orders} then 'operation' end,
				case when n % ${screens} < ${orders} then ${first} + n / ${screens} * ${orders} + n % ${screens} end,
				2, 2, 2, 2, '["home","domains"]', ${at(14)}, md5(n::text), ${at(14)}, ${at(14)}
			from ${some(screens)}`,
		`insert into bot.conversations (person_id, chat_id, screen_id, written_at)
			select ${person} 1, ${person} 1, ${first} + n * ${screens}, ${at(30)} from ${some(1)}`,
		`insert into bot.domains (account_id, domain, unicode, status, registered_at, expires_at, listed_at, dated_at)
			select ${person} ${domains}, ${name("n")}, ${name("n")}, 'registered', ${at(365)},
				${at(365)} + interval '2 years', clock(), clock()
			from ${some(domains)}`,
		`insert into bot.operations (
				id, reference, account_id, person_id, kind, state, quote_number, quote, quote_expires_at, confirmed_at,
				settled_at, created_at
			)
			overriding system value
			select ${first} + n, '#H' || n, ${person} ${orders}, ${person} ${orders}, 'register', 'succeeded', 1,
				'{"expected": false, "totalCents": 1150, "balanceCents": 5000}', ${at(365)}, ${at(365)}, ${at(365)}, ${at(365)}
			from ${some(orders)}`,
		`insert into bot.requests (id, operation_id, phase, hold, key, attempts, prepared, steps)
			overriding system value
			select ${first} + n, ${first} + n, 'succeeded', 'none', gen_random_uuid()::text, 1,
				jsonb_build_object('path', '/domains/register', 'body', repeat('b', 200)), '[]'
			from ${some(orders)}`,
		`insert into bot.items (
				operation_id, request_id, ordinal, account_id, domain, lock, locked, phase, years, price_cents, charged_cents
			)
			select ${first} + n, ${first} + n, 0, ${person} ${orders},
				${name(`(n / ${orders} * ${domains} + n % ${orders})`)}, 'register', false, 'succeeded', 1, 1150, 1150
			from ${some(orders)}`,
		`insert into bot.inbox (account_id, event_id, body_hash, type, domain, body, state, received_at)
			select ${person} ${orders}, 'event-' || n, md5(n::text), 'domain.registered', ${name("n")},
				jsonb_build_object('event', 'domain.registered', 'domain', ${name("n")}), 'done', ${at(365)}
			from ${some(orders)}`,
		`insert into bot.inbox (account_id, event_id, body_hash, type, domain, body, state, received_at)
			select ${person} ${alerts}, 'alert-' || n, 'alert-' || md5(n::text), 'domain.blocked', ${name("n")},
				jsonb_build_object('event', 'domain.blocked', 'domain', ${name("n")}), 'done', ${at(365)}
			from ${some(alerts)}`,
		`insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key, state, created_at, settled_at)
			select ${person} ${orders}, ${person} ${orders}, 'operation', ${first} + n, '1', 'sent', ${at(30)}, ${at(30)}
			from ${some(orders)}`,
		`insert into service.accounts (id, balance_cents, token_hash, whitelist)
			overriding system value
			select ${person} 1, 5000, md5(n::text), '{127.0.0.1}' from ${some(1)}`,
		`insert into service.domains (
				account_id, name, unicode, zone, registered_at, expires_at, nameservers, mode, records
			)
			select ${person} ${domains}, ${name("n")}, ${name("n")}, '.com', ${at(365)}, ${at(365)} + interval '2 years',
				'{ns1.sandbox.test,ns2.sandbox.test}', 'managed', '[]'
			from ${some(domains)}`,
		`insert into service.sandbox_names (name, registered_at, expires_at)
			select ${name("n")}, ${at(365)}, ${at(365)} + interval '2 years' from ${some(domains)}`,
		`insert into service.rates (token_hash, passed, refused, seen_at)
			select md5(n::text), '{}', '{}', clock() from ${some(1)}`,
		`insert into service.requests (id, account_id, scope, key, hash, state, owner, lease_until, status, body, kept_until)
			overriding system value
			select ${first} + n, ${person} ${orders}, 'api', 'history-' || n, md5(n::text), 'answered', gen_random_uuid(),
				clock(), 200, repeat('b', 150), clock() + interval '1 day'
			from ${some(orders)}`,
		`insert into service.orders (
				id, account_id, request_id, item, kind, domain, zone, years, cents, state, wake_at, created_at
			)
			overriding system value
			select ${first} + n, ${person} ${orders}, ${first} + n, 0, 'register', ${name("n")}, '.com', 1, 1150, 'done',
				${at(365)}, ${at(365)}
			from ${some(orders)}`,
		`insert into service.ledger (account_id, order_id, kind, balance_cents, held_cents, created_at)
			select ${person} ${orders}, ${first} + n, kind, 0, 0, ${at(365)}
			from ${some(orders)}, unnest('{hold,charge}'::text[]) kind`,
		`insert into service.events (key, account_id, type, domain, body, state, created_at)
			select 'event-' || n, ${person} ${orders}, 'domain.registered', ${name("n")}, repeat('b', 150), 'sent', ${at(30)}
			from ${some(orders)}`,
	];
	await using database = connect(url, { max: 1, limits: patient });
	await database.sql.begin(async (transaction) => {
		for (const statement of statements) await transaction.unsafe(statement);
	});
	await database.sql`vacuum analyze`;
}
