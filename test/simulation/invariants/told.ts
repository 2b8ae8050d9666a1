import type { Check } from "./index.ts";

/** How the message of an operation begins when its person knows how it ended. */
const headlines: Readonly<Record<string, RegExp>> = {
	succeeded: /^✅/m,
	failed: /^❌/m,
	withdrawn: /^▫️/m,
	lapsed: /^⌛/m,
	needs_human: /^✋/m,
};

/** Every confirmed operation has an outcome, and it stands in the chat of whoever confirmed it. */
export const checkTold: Check = async ({ stage }, { members }) => {
	const rows = await stage.database.sql<{ reference: string; personId: number; state: string }[]>`
		select reference, person_id::int as "personId", state from bot.operations where confirmed_at is not null`;
	return rows.flatMap(({ reference, personId, state }) => {
		const headline = headlines[state];
		if (!headline) return [`${reference} was confirmed and is ${state}`];
		const member = members.find(({ id }) => id === personId);
		const telling = member?.messages().filter(({ text = "" }) => text.includes(reference) && headline.test(text)) ?? [];
		if (telling.length === 0) return [`${reference} is ${state}, and ${member?.name} was not told`];
		const asked = telling.some(({ keyboard = [] }) => keyboard.flat().some(({ text }) => text.includes("Look again")));
		return state === "needs_human" && !asked ? [`${reference} needs ${member?.name}, who has no buttons`] : [];
	});
};
