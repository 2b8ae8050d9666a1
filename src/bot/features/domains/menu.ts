import type { BotContext } from "../../context.ts";
import { currentDomain } from "../../input/domain-argument.ts";
import { ScreenMenu } from "../../input/menu.ts";
import { routes } from "../../routes.ts";
import { routeRef } from "../../screens/route.ts";
import { goTo } from "../../updates/callbacks.ts";
import { firstPage } from "./view.ts";

/** The actions for one domain. The parameters of the screen name the domain. */
export function domainMenu(): ScreenMenu {
	const menu = new ScreenMenu("domain");
	const domain = (ctx: BotContext) => currentDomain(ctx) ?? "";
	const renew = { text: ({ t }: BotContext) => t("domain-renew"), style: "success" } as const;
	menu.text(renew, (ctx) => ctx.conversation.enter("renew", domain(ctx))).row();
	menu.text(
		({ t }) => t("domain-dns"),
		(ctx) => ctx.show(routes.zone, { domain: domain(ctx), page: 1 }),
	);
	menu
		.text(
			({ t }) => t("domain-servers"),
			(ctx) => ctx.show(routes.nameservers, { domain: domain(ctx) }),
		)
		.row();
	menu.text(
		({ t }) => t("domain-profile"),
		(ctx) => ctx.show(routes.edge, { domain: domain(ctx) }),
	);
	menu
		.text(
			({ t }) => t("button-refresh"),
			(ctx) => ctx.redraw(),
		)
		.row();
	menu.text(
		({ t }) => t("button-back"),
		(ctx) => {
			const { list = firstPage, from } = routes.domain.parse(ctx.screen?.params) ?? {};
			goTo(ctx, from ?? routeRef(routes.domains, list));
		},
	);
	return menu.text(
		({ t }) => t("button-home"),
		(ctx) => ctx.show(routes.home, {}),
	);
}
