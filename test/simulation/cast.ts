import { randomBytes } from "node:crypto";
import type { AdminResult } from "../../src/contract/admin.ts";
import { keepAccount } from "../../src/store/accounts.ts";
import { keepConnection } from "../../src/store/connections.ts";
import { addPerson, updatePerson } from "../../src/store/people.ts";
import { keepGivenSecret } from "../../src/store/secrets.ts";
import { keepAccess } from "./access.ts";
import { createPerson, type Person } from "./person.ts";
import type { Play } from "./play.ts";
import { longLength } from "./situations.ts";
import { keepSteps } from "./steps.ts";
import { keepZones } from "./zones.ts";

export interface Account {
	userId: number;
	/** As the bot's rows know it. */
	id: number;
	/** The live one. */
	token: string;
	/** It and those before it. */
	tokens: string[];
	/** What its events are signed with. */
	secret: string;
	openingCents: number;
	/** Domains that it had from the start. */
	owned: readonly string[];
	people: Member[];
}

export interface Member extends Person {
	account: Account;
	/** What they may spend in a day, from where on they want to be asked twice, and under which balance they want to hear. */
	guard: { dayCapCents: number | null; askAboveCents: number | null; lowBalanceCents: number | null };
}

/** Of each zone, from the start. */
export const prices = {
	".com": { registerCents: 1_150, renewCents: 1_250 },
	".net": { registerCents: 1_300, renewCents: 1_400 },
} as const;
const zones = [".com", ".net"] as const;
const names = ["Anna", "Boris", "Carla"];
const crowd = ["Dora", "Emil", "Fanny", "Georg", "Helga", "Igor"];
/** So many people there are where there is no crowd. */
export const named = names.length;

/** Two people on one account, or a crowd, and a third one on another, connected, and each with domains. */
export async function openCast(
	play: Play,
	receiver: string,
	crowded: boolean,
): Promise<{ accounts: Account[]; members: Member[] }> {
	const { stage, seed } = play;
	const desk = stage.service.desk;
	for (const [zone, price] of Object.entries(prices)) {
		done(await desk.setPrice(`price ${seed} ${zone}`, { zone, ...price }));
	}
	const shared = await openAccount(play, receiver, 0);
	const other = await openAccount(play, receiver, 1);
	await keepZones(stage.database.sql);
	await keepAccess(stage.database.sql);
	await keepSteps(stage.database.sql);
	const members: Member[] = [];
	for (const [index, name] of names.entries()) members.push(await join(play, name, index < 2 ? shared : other));
	if (crowded) for (const name of crowd) members.push(await join(play, name, shared));
	return { accounts: [shared, other], members };
}

async function openAccount(
	{ stage, fleet, seed, random, situation }: Play,
	receiver: string,
	index: number,
): Promise<Account> {
	const { desk } = stage.service;
	const isLong = situation === "long-lists" && index === 0;
	const openingCents = isLong ? 1_000_000 : 50_000;
	const input = { balanceCents: openingCents, whitelist: ["127.0.0.1"] };
	const { userId, token } = done(await desk.openAccount(`open ${seed} ${index}`, input));
	const receiverPath = randomBytes(24).toString("base64url");
	const serviceUrl = fleet.serviceUrl;
	const { id } = await keepAccount(stage.database.db, { serviceUrl, userId, receiverPath });
	done(await desk.saveEdgeProfile(`edge ${seed} ${index}`, userId, { key: "main", enabled: true, zones: null }));
	const count = isLong ? longLength(random.fork("long")) : 3;
	const owned = Array.from({ length: count }, (_, number) => `own-${seed}-${index}-${number}${zones[number % 2]}`);
	for (const domain of owned) done(await desk.register(`own ${domain}`, userId, domain));
	const url = `${receiver}/events/${receiverPath}`;
	// Not everybody has set up events, and then nothing but looking finds out what became of a call.
	const enabled = situation !== "no-reference" && random.fork(`hook ${index}`).chance(0.6);
	const { secret } = done(await desk.setWebhook(`hook ${seed} ${index}`, userId, { url, enabled }));
	return { userId, id, token, tokens: [token], secret: secret ?? "", openingCents, owned, people: [] };
}

async function join(play: Play, name: string, account: Account): Promise<Member> {
	const { stage, fleet, random, trace, watch, holding, situation } = play;
	const { telegram, database, vault } = stage;
	const own = random.fork(name);
	const { id } = telegram.people.add({ first_name: name, language_code: "en" });
	telegram.people.start(id);
	const dollars = (least: number, most: number): number | null =>
		own.chance(0.4) ? own.whole(least, most) * 100 : null;
	// A long list of domains has cost more than three.
	const opening = (account.openingCents - (account.owned.length - 3) * prices[".net"].registerCents) / 100;
	const guard = {
		dayCapCents: situation === "long-lists" ? null : dollars(15, 60),
		askAboveCents: dollars(5, 40),
		// Less than what is left once the domains of the account are paid for.
		lowBalanceCents: dollars(opening - 120, opening - 40),
	};
	await database.db.transaction(async (tx) => {
		await addPerson(tx, id);
		await updatePerson(tx, id, guard);
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
	const member = Object.assign(person, { account, guard });
	account.people.push(member);
	return member;
}

/** The value of a desk's call that must not be refused. */
export function done<Value>(result: AdminResult<Value>): Value {
	if (result.kind === "done") return result.value;
	throw new Error(`the desk refused: ${result.code}: ${result.message}`);
}
