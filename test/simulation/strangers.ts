import type { Sql } from "@domains/kit/postgres/connect.ts";
import type { RunContext } from "./context.ts";
import { isInfrastructure } from "./situations.ts";

/** The feature that answers each text. */
const featureOf: Readonly<Record<string, string>> = { "/help": "help", "/settings": "settings", "/privacy": "privacy" };
const strangers = 8;
const messagesEach = 4;

export interface Strangers {
	write(): void;
	/** One sentence for each update that was lost, handled twice or handled too early. */
	findBroken(): Promise<string[]>;
}

/** People without an account, who write several messages at once. So their updates share statements. */
export async function addStrangers({
	random,
	backend,
	fleet,
	trace,
	watch,
	situation,
}: RunContext): Promise<Strangers> {
	const own = random.fork("strangers");
	const { people } = backend.telegram;
	const { sql } = backend.database;
	await addBadRows(sql, [own.whole(1, 15), own.whole(16, 40)]);
	const all = Array.from({ length: strangers }, (_, index) => ({
		id: people.add({ first_name: `Stranger ${index}`, language_code: "en" }).id,
		texts: Array.from({ length: messagesEach }, () => own.pick(Object.keys(featureOf))),
	}));
	return {
		write() {
			trace.note(`${strangers} strangers write at once`);
			for (const { id, texts } of all) for (const text of texts) people.say(id, { text });
			// Two processes then handle the same updates.
			if (own.chance(0.5)) fleet.loseLeadership();
		},
		async findBroken() {
			const isCalm = watch.deaths.length === 0 && !isInfrastructure(situation);
			const sentences: string[] = [];
			for (const { id, texts } of all) {
				const screens = await sql<{ feature: string; message: number | null }[]>`
					select feature, message_id::int as message from bot.screens where person_id = ${id} order by id`;
				// An update that is tried too often gets an apology.
				const answers = screens.map(({ feature }, index) =>
					feature === "apology" ? featureOf[texts[index] ?? ""] : feature,
				);
				const wanted = texts.map((text) => featureOf[text]);
				if (answers.join() !== wanted.join())
					sentences.push(`stranger ${id} sent ${texts.join()} and got ${screens.map(({ feature }) => feature).join()}`);
				const shown = people.chat(id).messages.filter(({ from }) => from === "bot");
				const known = new Set(screens.map(({ message }) => message));
				const orphans = shown.filter(({ message_id }) => !known.has(message_id)).length;
				if (shown.length - orphans < texts.length) sentences.push(`stranger ${id} did not see every answer`);
				if (isCalm && orphans > 0) sentences.push(`stranger ${id} got ${orphans} messages twice although no bot died`);
			}
			const [open] = await sql<{ count: number }[]>`select count(*)::int from bot.updates where done_at is null`;
			if (open?.count !== 0) sentences.push(`${open?.count} updates are not done`);
			return sentences;
		},
	};
}

/** PostgreSQL refuses the screens with these numbers once, and with them the statement that inserts them. */
async function addBadRows(sql: Sql, numbers: readonly number[]): Promise<void> {
	await sql.unsafe(`
		create sequence public.inserted_screens;
		create function public.refuse_screen() returns trigger language plpgsql as $$ begin
			if nextval('public.inserted_screens') in (${numbers.join()}) then raise exception 'a bad row'; end if;
			return new;
		end $$;
		create trigger refuse_screen before insert on bot.screens
			for each row execute function public.refuse_screen()`);
}
