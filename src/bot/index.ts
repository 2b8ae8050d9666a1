import { conversations, createConversation } from "@grammyjs/conversations";
import { Bot, type Context } from "grammy";
import { replyWithError } from "./apologise.ts";
import { plainCommands } from "./commands.ts";
import type { BotContext } from "./context.ts";
import { createMessageRenderer } from "./deliver.ts";
import type { BotDeps, DomainBot } from "./deps.ts";
import { askAgainOnEdit, conversationStorage, exitOnOtherInput, offerRestart } from "./dialogues.ts";
import { guardAccess } from "./elsewhere.ts";
import { screenOfSubject } from "./features/alerts/index.ts";
import { readTokens } from "./features/connect/tokens.ts";
import { apologyView, outdatedView } from "./features/fallback/view.ts";
import { createFeatures } from "./features/index.ts";
import { alreadyConfirmedMessage } from "./features/operation/late.ts";
import { readWebhookSecrets } from "./features/profile/signing-secret.ts";
import { createAbortScope } from "./fence.ts";
import { createReadFile } from "./files.ts";
import { rateLimit } from "./floods.ts";
import { createUpdateHandler } from "./intake.ts";
import { identify } from "./introduce.ts";
import { createNotify } from "./notify.ts";
import { allowedUpdates, poll } from "./poll.ts";
import { register } from "./register.ts";
import { createOneTimeSecrets } from "./secrets.ts";
import { checkWebhook } from "./standing.ts";
import { navigate, validateCallback } from "./taps.ts";
import { createTransport } from "./transport.ts";
import { withSession } from "./turn.ts";
import { createWebhook } from "./webhook.ts";

export type { BotDeps, DomainBot } from "./deps.ts";

/** Side by side over all replicas: as many as Telegram allows. Updates of one chat come one after another all the same. */
const mostDeliveries = 100;

export function createBot(given: BotDeps): DomainBot {
	const { token, apiRoot, ports } = given;
	const abortScope = createAbortScope();
	const transport = createTransport({ ...given, abortScope });
	const bot = new Bot<BotContext>(token, { client: { apiRoot, fetch: transport.fetch, timeoutSeconds: 30 } });
	const secrets = createOneTimeSecrets(given.now);
	const deps = {
		...given,
		...ports,
		abortScope,
		secrets,
		api: bot.api,
		readFile: createReadFile({ api: bot.api, apiRoot, token }),
	};
	const features = createFeatures(deps);
	const kinds = new Map(features.flatMap((feature) => feature.screens.map((kind) => [kind.name, kind])));
	const renderer = createMessageRenderer({ ...deps, kinds, outdated: outdatedView, apology: apologyView });

	bot.use(guardAccess(deps));
	bot.use(plainCommands);
	bot.use(withSession({ ...deps, renderer }));
	bot.use(readWebhookSecrets(deps));
	bot.use(readTokens(deps));
	bot.use(validateCallback({ ...deps, staleMessage: alreadyConfirmedMessage(deps) }));
	bot.use(exitOnOtherInput, askAgainOnEdit);
	bot.use(conversations<BotContext, Context>({ storage: conversationStorage }));
	for (const { name, build } of features.flatMap((feature) => feature.conversations ?? [])) {
		bot.use(createConversation<BotContext, Context>(build, name));
	}
	bot.use(navigate, offerRestart);
	for (const feature of features) bot.use(feature.handlers);

	const admit = rateLimit(deps);
	const intake = createUpdateHandler({
		...deps,
		admit,
		run: (update) => bot.handleUpdate(update),
		replyWithError: replyWithError(deps),
	});
	// Rows of another bot, or of the one whose place we take, are not to be touched.
	let claimed = false;
	const claim: typeof given.claim = async (identity) => {
		await given.claim(identity);
		claimed = true;
	};
	const handle: typeof intake.handle = async (update) => (claimed ? await intake.handle(update) : "again");
	const notify = createNotify({ ...deps, renderer, screenOf: (row) => screenOfSubject(deps, row) });
	return {
		handle,
		identify: (signal) => abortScope.run(signal, () => identify(bot, claim)),
		register: (signal) => register(deps, signal),
		poll: (signal) => poll({ ...deps, handle, onState: deps.onPoll }, signal),
		setWebhook: (webhook, signal) =>
			abortScope.run(signal, async () => {
				const options = {
					secret_token: webhook.secret,
					allowed_updates: allowedUpdates,
					max_connections: mostDeliveries,
				};
				await bot.api.setWebhook(webhook.address, options);
			}),
		checkWebhook: (address) => abortScope.run(given.shutdown, () => checkWebhook(bot.api, address)),
		webhook: (secret) => createWebhook({ secret, handle }),
		async drawScreen(rowId, signal) {
			if (claimed) await abortScope.run(signal, () => renderer.render(Number(rowId), "paced"));
		},
		async sendAlert(rowId, signal) {
			if (claimed) await abortScope.run(signal, () => notify(Number(rowId)));
		},
		async close() {
			await intake.close();
			await transport.close();
		},
	};
}
