import { z } from "zod";
import type { ChatState, Params } from "../ports.ts";
import { routes } from "../routes.ts";
import { origin } from "../screens/params.ts";
import { type RouteRef, routeRef } from "../screens/view.ts";

/** How long an answer is waited for, in milliseconds. */
export const timeLimit = 30 * 60_000;

/** In place of a dialogue that was left: an answer to its question may still come. */
const interruptedData = z.object({ left: origin });

/** The question of a dialogue that was left a while ago at most, and has got no other text since. */
export function interruptedQuestion({ data, age }: ChatState["dialogue"]): RouteRef | null {
	return age < timeLimit ? (interruptedData.safeParse(data).data?.left ?? null) : null;
}

const renewal = routeRef(routes.domains, { choose: "renew", cursors: [], offset: 0 });

/** Where the question of a flow about a domain leads back to. */
const restartScreens: ReadonlyMap<string, (domain: string) => RouteRef> = new Map(
	Object.entries<(domain: string) => RouteRef>({
		[routes.registerYears.name]: (name) => routeRef(routes.offer, { name }),
		[routes.registerLabel.name]: (name) => routeRef(routes.offer, { name }),
		[routes.registerReference.name]: (name) => routeRef(routes.offer, { name }),
		[routes.renewYears.name]: (name) => (name === "" ? renewal : routeRef(routes.domain, { domain: name })),
		[routes.recordAsk.name]: (name) => routeRef(routes.zone, { domain: name, page: 1 }),
		[routes.nameserversAsk.name]: (name) => routeRef(routes.nameservers, { domain: name }),
	}),
);

/** The screen that a question's flow begins at. */
export function restartScreen(feature: string, { domain }: Params): RouteRef | undefined {
	return typeof domain === "string" ? restartScreens.get(feature)?.(domain) : undefined;
}
