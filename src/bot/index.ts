import { Api, Bot, Composer } from "grammy";
import { recognise } from "../rules/recognise.ts";
import { createReadFile } from "./api/files.ts";
import { checkWebhook } from "./api/health.ts";
import { identify } from "./api/identify.ts";
import { register } from "./api/register.ts";
import { createAbortScope, createTopicScope } from "./api/scopes.ts";
import { createTransport } from "./api/transport.ts";
import type { BotContext } from "./context.ts";
import { createNotify } from "./delivery/notify.ts";
import { createMessageRenderer, createOneTimeSecrets } from "./delivery/render.ts";
import type { BotDeps, DomainBot } from "./deps.ts";
import { readTokens } from "./features/connect/index.ts";
import { apologyView, stepEndedView } from "./features/fallback.ts";
import { createFeatures } from "./features/index.ts";
import { alreadyConfirmedMessage } from "./features/operation/index.ts";
import { readWebhookSecrets } from "./features/profile/signing-secret.ts";
import { answerQuestions } from "./input/answer-questions.ts";
import { type Claims, orderClaims } from "./input/claims.ts";
import { readScreenInput } from "./input/screen-input.ts";
import { openNotification } from "./notifications.ts";
import { guardAccess } from "./updates/access.ts";
import { createBoundedHandler } from "./updates/bounded-update.ts";
import { validateCallback } from "./updates/callbacks.ts";
import { replyWithError } from "./updates/error-reply.ts";
import { createUpdateHandler } from "./updates/handle.ts";
import { allowedUpdates, plainCommands, readIncoming, readUpdate } from "./updates/kinds.ts";
import { poll } from "./updates/polling.ts";
import { createSenderRateLimit } from "./updates/sender-rate-limit.ts";
import { withSession } from "./updates/session.ts";
import { createWebhook } from "./updates/webhook.ts";

export type { BotDeps, DomainBot } from "./deps.ts";

/**
 * How many webhook requests Telegram may send at the same time, to all replicas together. Updates of one chat still
 * arrive one by one.
 */
const mostDeliveries = 100;

export function createBot(given: BotDeps): DomainBot {
	const { token, apiRoot, ports } = given;
	const abortScope = createAbortScope();
	const transport = createTransport({ ...given, abortScope });
	const client = { apiRoot, timeoutSeconds: 30 };
	const bot = new Bot<BotContext>(token, { client: { ...client, fetch: transport.fetch } });
	const topics = createTopicScope();
	bot.api.config.use(topics.transformer);
	const notificationApi = new Api(token, { ...client, fetch: transport.notificationFetch });
	notificationApi.config.use(topics.transformer);
	const secrets = createOneTimeSecrets(given.now);
	const deps = {
		recognise,
		...given,
		...ports,
		abortScope,
		secrets,
		api: bot.api,
		readFile: createReadFile({ ...given, api: bot.api, dispatcher: transport.dispatcher }),
	};
	const features = createFeatures(deps);
	const kinds = new Map(features.flatMap((feature) => feature.screens.map((kind) => [kind.name, kind])));
	const renderer = createMessageRenderer({
		...deps,
		notificationApi,
		topics,
		username: () => bot.botInfo.username,
		kinds,
		unavailable: stepEndedView,
		apology: apologyView,
	});

	bot.use(readIncoming);
	bot.use(...guardAccess(deps));
	bot.use(plainCommands);
	bot.use(withSession({ ...deps, renderer }));
	bot.use(validateCallback({ ...deps, outdatedMessage: alreadyConfirmedMessage(deps) }));
	const own: Claims = {
		"signing-secret": readWebhookSecrets(deps),
		token: readTokens(deps),
		question: answerQuestions(features),
		command: new Composer(...features.flatMap((feature) => feature.handlers ?? [])),
		screen: readScreenInput(features.flatMap((feature) => feature.inputs ?? [])),
	};
	bot.use(...orderClaims([own, ...features.map((feature) => feature.claims ?? {})]));

	const admit = createSenderRateLimit(deps);
	const intake = createUpdateHandler({
		...deps,
		admit,
		run: (update) => bot.handleUpdate(update),
		replyWithError: replyWithError(deps),
	});
	// True after `claim` has succeeded. Until then, the stored rows may belong to another bot, so updates and jobs are
	// not handled.
	let claimed = false;
	const claim: typeof given.claim = async (identity) => {
		await given.claim(identity);
		claimed = true;
	};
	const handle = createBoundedHandler(given, async (update) =>
		claimed ? await topics.run(readUpdate(update).topic, () => intake.handle(update)) : "redeliver",
	);
	const notify = createNotify({ ...deps, renderer, screenOf: (row) => openNotification(given.actions, row) });
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
			if (claimed) await abortScope.run(signal, () => renderer.render(Number(rowId), "rate_limited"));
		},
		async sendNotification(rowId, signal) {
			if (claimed) await abortScope.run(signal, () => notify(Number(rowId)));
		},
		async close() {
			await intake.close();
			await transport.close();
		},
	};
}
