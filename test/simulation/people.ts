import { randomBytes } from "node:crypto";
import type { AdminResult } from "@domains/contract/admin.ts";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import { keepAccount } from "../../src/store/accounts.ts";
import { keepConnection } from "../../src/store/connections.ts";
import { addPerson, updatePerson } from "../../src/store/people.ts";
import { keepGivenSecret } from "../../src/store/secrets.ts";
import { recordAccess } from "./access.ts";
import { recordConfirmedDates } from "./confirmed-dates.ts";
import type { RunContext } from "./context.ts";
import type { Account, Member } from "./members.ts";
import { createPerson } from "./person.ts";
import { recordScreenLeases } from "./screen-leases.ts";
import { longLength } from "./situations.ts";
import { recordSteps } from "./steps.ts";
import { recordZones } from "./zones.ts";

export const prices = {
	".com": { registerCents: 1_150, renewCents: 1_250 },
	".net": { registerCents: 1_300, renewCents: 1_400 },
} as const;
const zones = [".com", ".net"] as const;
const names = ["Anna", "Boris", "Carla"];
const crowd = ["Dora", "Emil", "Fanny", "Georg", "Helga", "Igor"];
/** With a crowd, more people share the first account. */
export const peopleWithoutCrowd = names.length;

/** Two people share the first account, or many in a run with a crowd. One person has the second account. */
export async function addPeople(
	context: RunContext,
	receiver: string,
	crowded: boolean,
): Promise<{ accounts: Account[]; members: Member[] }> {
	const { backend, seed } = context;
	const admin = backend.service.admin;
	for (const [zone, price] of Object.entries(prices)) {
		done(await admin.setPrice(`price ${seed} ${zone}`, { zone, ...price }));
	}
	const shared = await openAccount(context, receiver, 0);
	const other = await openAccount(context, receiver, 1);
	await recordZones(backend.database.sql);
	await recordAccess(backend.database.sql);
	await recordScreenLeases(backend.database.sql);
	await recordSteps(backend.database.sql);
	await recordConfirmedDates(backend.database.sql);
	const members: Member[] = [];
	for (const [index, name] of names.entries()) members.push(await join(context, name, index < 2 ? shared : other));
	if (crowded) for (const name of crowd) members.push(await join(context, name, shared));
	return { accounts: [shared, other], members };
}

async function openAccount(
	{ backend, fleet, seed, random, situation }: RunContext,
	receiver: string,
	index: number,
): Promise<Account> {
	const { admin } = backend.service;
	const isLong = situation === "long-lists" && index === 0;
	const openingCents = isLong ? 1_000_000 : 50_000;
	const input = { balanceCents: openingCents, whitelist: ["127.0.0.1"] };
	const { userId, token } = done(await admin.openAccount(`open ${seed} ${index}`, input));
	const receiverPath = randomBytes(24).toString("base64url");
	const serviceUrl = fleet.serviceUrl;
	const { id } = await keepAccount(backend.database.db, { serviceUrl, userId, receiverPath });
	done(await admin.saveEdgeProfile(`edge ${seed} ${index}`, userId, { key: "main", enabled: true, zones: null }));
	const count = isLong ? longLength(random.fork("long")) : 3;
	const owned = Array.from({ length: count }, (_, number) => `own-${seed}-${index}-${number}${zones[number % 2]}`);
	for (const domain of owned) done(await admin.register(`own ${domain}`, userId, domain));
	if (situation === "shared-renewals") await expireSoon(backend.database.sql, owned);
	const url = `${receiver}/events/${receiverPath}`;
	// If the answer of a call is lost, a webhook event normally tells the result. Some accounts have no webhook, so that
	// the bot must read the domain.
	const enabled = situation !== "no-reference" && random.fork(`hook ${index}`).chance(0.6);
	const { secret } = done(await admin.setWebhook(`hook ${seed} ${index}`, userId, { url, enabled }));
	return { userId, id, token, tokens: [token], secret: secret ?? "", openingCents, owned, people: [] };
}

/** Auto-renew renews a domain in its last two weeks. */
async function expireSoon(sql: Sql, domains: readonly string[]): Promise<void> {
	const expiresAt = sql`clock() + interval '10 days'`;
	await sql`update service.domains set expires_at = ${expiresAt} where name in ${sql(domains)}`;
	await sql`update service.sandbox_names set expires_at = ${expiresAt} where name in ${sql(domains)}`;
}

async function join(context: RunContext, name: string, account: Account): Promise<Member> {
	const { backend, fleet, random, trace, watch, holding, situation } = context;
	const { telegram, database, vault } = backend;
	const own = random.fork(name);
	const { id } = telegram.people.add({ first_name: name, language_code: "en" });
	telegram.people.start(id);
	const dollars = (least: number, most: number): number | null =>
		own.chance(0.4) ? own.whole(least, most) * 100 : null;
	// In dollars. An account with a long list first pays for its extra domains.
	const opening = (account.openingCents - (account.owned.length - 3) * prices[".net"].registerCents) / 100;
	const limits = {
		dayCapCents: situation === "long-lists" ? null : dollars(15, 60),
		askAboveCents: dollars(5, 40),
		// Below the balance that remains after the initial domains are paid, so the balance may fall below it later.
		lowBalanceCents: dollars(opening - 120, opening - 40),
	};
	await database.db.transaction(async (tx) => {
		await addPerson(tx, id);
		await updatePerson(tx, id, limits);
		const connection = await keepConnection(tx, vault, {
			personId: id,
			serviceUrl: fleet.serviceUrl,
			token: account.token,
			state: "live",
			accountId: account.id,
		});
		await keepGivenSecret(tx, vault, connection, account.secret);
	});
	const idle = (): boolean => fleet.idle() && watch.waiting() <= holding.count();
	const person = createPerson({ id, name, telegram, random: own, trace, idle });
	const member = Object.assign(person, { account, limits });
	account.people.push(member);
	return member;
}

/** Throws if the service refused the call. */
export function done<Value>(result: AdminResult<Value>): Value {
	if (result.kind === "done") return result.value;
	throw new Error(`the admin call was refused: ${result.code}: ${result.message}`);
}
