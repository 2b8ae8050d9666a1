import { conversations, createConversation } from "@grammyjs/conversations";
import { Bot, type Context } from "grammy";
import { apologise } from "./apologise.ts";
import { plainCommands } from "./commands.ts";
import type { BotContext } from "./context.ts";
import { createDeliver } from "./deliver.ts";
import type { BotDeps, DomainBot } from "./deps.ts";
import { dialogueStorage, ignoreEdits, leaveDialogues, resumeKindly } from "./dialogues.ts";
import { elsewhere } from "./elsewhere.ts";
import { screenOfSubject } from "./features/alerts/index.ts";
import { readTokens } from "./features/connect/tokens.ts";
import { apologyView, outdatedView } from "./features/fallback/view.ts";
import { createFeatures } from "./features/index.ts";
import { lateConfirm } from "./features/operation/late.ts";
import { readWebhookSecrets } from "./features/profile/signing-secret.ts";
import { createFence } from "./fence.ts";
import { createReadFile } from "./files.ts";
import { limitFloods } from "./floods.ts";
import { createIntake } from "./intake.ts";
import { introduce } from "./introduce.ts";
import { createNotify } from "./notify.ts";
import { allowedUpdates, poll } from "./poll.ts";
import { register } from "./register.ts";
import { createSecrets } from "./secrets.ts";
import { standingWith } from "./standing.ts";
import { checkTaps, navigate } from "./taps.ts";
import { createTransport } from "./transport.ts";
import { openTurn } from "./turn.ts";
import { createWebhook } from "./webhook.ts";

export type { BotDeps, DomainBot } from "./deps.ts";

/** Side by side over all replicas: as many as Telegram allows. Updates of one chat come one after another all the same. */
const mostDeliveries = 100;

export function createBot(given: BotDeps): DomainBot {
	const { token, apiRoot, ports } = given;
	const fence = createFence();
	const transport = createTransport({ ...given, fence });
	const bot = new Bot<BotContext>(token, { client: { apiRoot, fetch: transport.fetch, timeoutSeconds: 30 } });
	const secrets = createSecrets(given.now);
	const deps = {
		...given,
		...ports,
		fence,
		secrets,
		api: bot.api,
		readFile: createReadFile({ api: bot.api, apiRoot, token }),
	};
	const features = createFeatures(deps);
	const kinds = new Map(features.flatMap((feature) => feature.screens.map((kind) => [kind.name, kind])));
	const deliver = createDeliver({ ...deps, kinds, outdated: outdatedView, apology: apologyView });

	bot.use(elsewhere(deps));
	bot.use(plainCommands);
	bot.use(openTurn({ ...deps, deliver }));
	bot.use(readWebhookSecrets(deps));
	bot.use(readTokens(deps));
	bot.use(checkTaps({ ...deps, late: lateConfirm(deps) }));
	bot.use(leaveDialogues, ignoreEdits);
	bot.use(conversations<BotContext, Context>({ storage: dialogueStorage }));
	for (const { name, build } of features.flatMap((feature) => feature.dialogues ?? [])) {
		bot.use(createConversation<BotContext, Context>(build, name));
	}
	bot.use(navigate, resumeKindly);
	for (const feature of features) bot.use(feature.handlers);

	const admit = limitFloods(deps);
	const intake = createIntake({
		...deps,
		admit,
		run: (update) => bot.handleUpdate(update),
		apologise: apologise(deps),
	});
	// Rows of another bot, or of the one whose place we take, are not to be touched.
	let claimed = false;
	const claim: typeof given.claim = async (identity) => {
		await given.claim(identity);
		claimed = true;
	};
	const handle: typeof intake.handle = async (update) => (claimed ? await intake.handle(update) : "again");
	const notify = createNotify({ ...deps, deliver, screenOf: (row) => screenOfSubject(deps, row) });
	return {
		handle,
		introduce: (signal) => fence.run(signal, () => introduce(bot, claim)),
		register: (signal) => register(deps, signal),
		poll: (signal) => poll({ ...deps, handle, onState: deps.onPoll }, signal),
		setWebhook: (webhook, signal) =>
			fence.run(signal, async () => {
				const options = {
					secret_token: webhook.secret,
					allowed_updates: allowedUpdates,
					max_connections: mostDeliveries,
				};
				await bot.api.setWebhook(webhook.address, options);
			}),
		standing: (address) => fence.run(given.cut, () => standingWith(bot.api, address)),
		webhook: (secret) => createWebhook({ secret, handle }),
		async drawScreen(rowId, signal) {
			if (claimed) await fence.run(signal, () => deliver.draw(Number(rowId), "paced"));
		},
		async sendAlert(rowId, signal) {
			if (claimed) await fence.run(signal, () => notify(Number(rowId)));
		},
		async close() {
			await intake.close();
			await transport.close();
		},
	};
}
