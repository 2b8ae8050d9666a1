import { Composer } from "grammy";
import type { ExpiringName, RenewalChoice } from "../../../actions/index.ts";
import { mostDays, toRenew } from "../../../rules/renewals.ts";
import type { BotContext, Tap } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import { acceptText } from "../../input/screen-input.ts";
import { listCallbacks } from "../../screens/list.ts";
import { defineScreen } from "../../screens/screen.ts";
import { showRenewalOf } from "../../screens/shared/ask.ts";
import { troubleView } from "../../screens/trouble.ts";
import { routes } from "../../screens.ts";
import { onCallback } from "../../updates/callbacks.ts";
import { expiringView, expiryRemindersView, notExpiringView, reminderView, renewalChoiceView } from "./view.ts";

const defaultDays = 60;

/** Handles domains that expire soon: the daily reminder, the list, and a person's decision about each domain. */
export function createExpiring({ actions, now }: FeatureDeps): Feature {
	const { renewal, settings } = actions;
	const handlers = new Composer<BotContext>();
	handlers.command("expiring", (ctx) => open(ctx, ctx.match));
	const readDays = acceptText(routes.expiring, (ctx, text) => {
		const isNumber = /^\s*\d+\s*\p{L}*\s*$/u.test(text);
		if (isNumber) open(ctx, text);
		return isNumber;
	});

	function open(ctx: BotContext, text: string): void {
		const [, number = ""] = /^(\d+)(?:\s+\D*|\p{L}*)$/u.exec(text.trim()) ?? [];
		const days = Number(number);
		if (days >= 1 && days <= mostDays) ctx.show(routes.expiring, { days });
		else ctx.show(routes.expiring, { days: defaultDays, unread: /\d/.test(text) });
	}

	/**
	 * Returns the domains of the current screen that belong to the account `accountId`. A reminder can list domains of
	 * several accounts.
	 */
	async function listed(ctx: BotContext, accountId: number): Promise<readonly ExpiringName[]> {
		const personId = ctx.person.id;
		const stored = ctx.screen?.params;
		if (ctx.screen?.routeName === routes.reminder.name) {
			const reminderId = routes.reminder.parse(stored)?.reminderId ?? 0;
			const found = await renewal.reminder({ personId, reminderId });
			return found?.parts.find(({ account }) => account.accountId === accountId)?.names ?? [];
		}
		const days = routes.expiring.parse(stored)?.days ?? defaultDays;
		const found = await renewal.expiring({ personId, accountId, days, decides: true });
		return found.kind === "expiring" ? found.names : [];
	}

	async function renewAll(ctx: BotContext, { value }: Tap): Promise<void> {
		const accountId = Number(value);
		const domains = toRenew(await listed(ctx, accountId)).map(({ domain }) => domain);
		if (domains.length === 0) ctx.redraw();
		else await showRenewalOf(ctx, renewal, accountId, domains);
	}

	const decide = (choice: RenewalChoice | null) => async (ctx: BotContext) => {
		const params = routes.renewalChoice.parse(ctx.screen?.params);
		if (!params) return ctx.show(routes.stepEnded, {});
		const { accountId, domain } = params;
		await renewal.choose({ personId: ctx.person.id, accountId, domain, choice });
		ctx.show(routes.renewalChoice, {
			...params,
			noticeKey: `renewal-${(choice ?? "undecided").replace("_", "-")}-saved`,
		});
	};
	handlers.use(onCallback(routes.expiring, { ...listCallbacks(routes.expiring), renew_all: renewAll }));
	handlers.use(onCallback(routes.reminder, { ...listCallbacks(routes.reminder), renew_all: renewAll }));
	handlers.use(
		onCallback(routes.renewalChoice, {
			later: decide("later"),
			let_go: decide("let_go"),
			undecided: decide(null),
			async renew(ctx) {
				const params = routes.renewalChoice.parse(ctx.screen?.params);
				if (params) await showRenewalOf(ctx, renewal, params.accountId, [params.domain]);
				else ctx.show(routes.stepEnded, {});
			},
		}),
	);
	handlers.use(
		onCallback(routes.expiryReminders, {
			async days(ctx, { value }: Tap) {
				await settings.remindBefore({ personId: ctx.person.id, days: Number(value) });
				ctx.redraw();
			},
		}),
	);

	const screens = [
		defineScreen(routes.expiring, async ({ params, person, t }) => {
			const found = await renewal.expiring({ personId: person.id, days: params.days });
			return found.kind === "trouble" ? troubleView(t, found) : expiringView(t, found, params, now());
		}),
		defineScreen(routes.reminder, async ({ params, person, t }) => {
			const found = await renewal.reminder({ personId: person.id, reminderId: params.reminderId });
			return found ? reminderView(t, found, params, now()) : notExpiringView(t);
		}),
		defineScreen(routes.renewalChoice, async ({ params, person, t }) => {
			const name = await renewal.name({ personId: person.id, ...params });
			return name ? renewalChoiceView(t, name, params, now()) : notExpiringView(t);
		}),
		defineScreen(routes.expiryReminders, async ({ person, t }) => {
			const { expiryDays } = await settings.read({ personId: person.id });
			return expiryRemindersView(t, expiryDays, await renewal.lastCheck({ personId: person.id }));
		}),
	];
	return { screens, handlers, inputs: [readDays] };
}
