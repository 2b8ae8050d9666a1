import { join } from "node:path";
import { type Conversation, type ConversationFlavor, conversations, createConversation } from "@grammyjs/conversations";
import { I18n, type I18nFlavor } from "@grammyjs/i18n";
import { Menu } from "@grammyjs/menu";
import { run, sequentialize } from "@grammyjs/runner";
import { PsqlAdapter } from "@grammyjs/storage-psql";
import { Bot, type Context, type SessionFlavor, session } from "grammy";
import pg from "pg";

// Runs a bot built from grammY's plugins, set up as their authors recommend. It has menus and translations, keeps
// sessions and conversations in PostgreSQL, and handles the updates of a chat one after another. It has only the
// screens that bench/measures/updates.ts measures.

interface Session {
	/** The i18n plugin keeps the chosen language here. */
	__language_code?: string;
	zone: string;
}
type BotContext = ConversationFlavor<Context & SessionFlavor<Session> & I18nFlavor>;

const [apiRoot = "", connectionString] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 10 });
/** The adapter's texts, each with the name under which the server keeps its plan. */
const names = new Map<string, string>();
/**
 * The adapter calls only `query`, with a text and values, although its type accepts only a single client. A pool is
 * faster, and the server plans a named statement only once for each connection.
 */
const named = {
	query(text: string, values?: unknown[]) {
		if (!values) return pool.query(text);
		const name = names.get(text) ?? `adapter ${names.size}`;
		names.set(text, name);
		return pool.query({ name, text, values });
	},
};
const client = named as unknown as pg.Client;
// The cast is needed because the type of `create` does not include the type of the stored value.
const sessions = (await PsqlAdapter.create({ tableName: "sessions", client })) as PsqlAdapter<Session>;
const states = await PsqlAdapter.create({ tableName: "conversations", client });

const i18n = new I18n<BotContext>({
	defaultLocale: "en",
	useSession: true,
	fluentBundleOptions: { useIsolating: false },
});
await i18n.loadLocale("en", { filePath: join(import.meta.dirname, "en.ftl") });
const html = { parse_mode: "HTML" } as const;

const settingsText = (ctx: BotContext): string => ctx.t("settings", { language: "English", zone: ctx.session.zone });

const language = new Menu<BotContext>("language").text("English", (ctx) => ctx.i18n.setLocale("en")).row();
language.back(
	(ctx) => ctx.t("settings-back"),
	async (ctx) => void (await ctx.editMessageText(settingsText(ctx), html)),
);
const settings = new Menu<BotContext>("settings").submenu(
	(ctx) => ctx.t("settings-language"),
	"language",
	async (ctx) => void (await ctx.editMessageText(ctx.t("language"), html)),
);
settings.register(language);

async function search(conversation: Conversation<BotContext, Context & I18nFlavor>, ctx: Context): Promise<void> {
	const translate = (key: string, text = "") => i18n.t("en", key, { text });
	await ctx.reply(translate("search-ask"));
	for (;;) {
		const { msg } = await conversation.waitFor("message:text");
		const isName = /^[a-z\d-]{2,63}(\.[a-z]+)?$/i.test(msg.text);
		await ctx.reply(translate(isName ? "search-found" : "search-unreadable", msg.text));
		if (isName) return;
	}
}

const bot = new Bot<BotContext>("1000:bench", { client: { apiRoot } });
bot.use(sequentialize((ctx) => [ctx.chat?.id, ctx.from?.id].filter((id) => id !== undefined).map(String)));
bot.use(session({ initial: () => ({ zone: "UTC" }), storage: sessions }));
bot.use(i18n);
bot.use(conversations({ storage: { type: "key", adapter: states as PsqlAdapter<never> } }));
bot.command("search", async (ctx, next) => {
	await ctx.conversation.exitAll();
	await next();
});
bot.use(createConversation(search));
bot.use(settings);
bot.command("search", (ctx) => ctx.conversation.enter("search"));
bot.command("start", (ctx) => ctx.reply("Welcome"));
bot.command("help", (ctx) => ctx.reply(ctx.t("help"), html));
bot.command("settings", (ctx) => ctx.reply(settingsText(ctx), { ...html, reply_markup: settings }));
await bot.init();
run(bot);
process.on("disconnect", () => process.exit());
process.send?.({ url: apiRoot });
