import type { Play } from "../play.ts";
import type { Check } from "./index.ts";

/** How the message of an operation begins when its person knows how it ended. */
const headlines: Readonly<Record<string, RegExp>> = {
	succeeded: /^✅/m,
	failed: /^❌/m,
	withdrawn: /^▫️/m,
	lapsed: /^⌛/m,
	needs_human: /^✋/m,
};

/** What another order is answered with names the one that it has to wait for. */
const inTheWay = /already under way/;

/** Every confirmed operation was agreed to by its own person, has an outcome, and that is the last word in their chat. */
export const checkTold: Check = async ({ stage }, { members }) => {
	const rows = await stage.database.sql<{ reference: string; personId: number; state: string }[]>`
		select reference, person_id::int as "personId", state from bot.operations where confirmed_at is not null`;
	return rows.flatMap(({ reference, personId, state }) => {
		const headline = headlines[state];
		const member = members.find(({ id }) => id === personId);
		if (!headline || !member) return [`${reference} was confirmed and is ${state}`];
		if (state === "withdrawn" && !member.tookBack.has(reference)) {
			return [`${reference} was withdrawn, and ${member.name} never took it back`];
		}
		if (!member.agreed.has(reference)) return [`${reference} was confirmed, and ${member.name} never agreed to it`];
		const about = textsFor(stage.telegram, personId).filter((text) => text.includes(reference) && !inTheWay.test(text));
		const last = about.at(-1) ?? "";
		if (!headline.test(last)) return [`${reference} is ${state}, and the last that ${member.name} read was: ${last}`];
		const asked = member.messages().some(({ text = "", keyboard = [] }) => {
			return text.includes(reference) && keyboard.flat().some((button) => button.text.includes("Look again"));
		});
		return state === "needs_human" && !asked ? [`${reference} needs ${member.name}, who has no buttons`] : [];
	});
};

/** What was shown to a person, oldest first; a message may have given way to another one since. */
function textsFor({ calls }: Play["stage"]["telegram"], personId: number): string[] {
	return calls
		.filter(
			({ ok, method, params }) => ok && /Text$|^sendMessage$/.test(method) && Number(params["chat_id"]) === personId,
		)
		.map(({ params }) => String(params["text"]));
}
