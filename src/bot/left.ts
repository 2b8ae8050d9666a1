import { z } from "zod";
import type { ChatState, Params } from "./ports.ts";
import { routes } from "./routes.ts";
import { origin } from "./shapes.ts";
import { here, type Origin } from "./view.ts";

/** How long an answer is waited for, in milliseconds. */
export const timeLimit = 30 * 60_000;

/** In place of a dialogue that was left: an answer to its question may still come. */
const leftBehind = z.object({ left: origin });

/** The question of a dialogue that was left a while ago at most, and has got no other text since. */
export function questionLeft({ data, age }: ChatState["dialogue"]): Origin | null {
	return age < timeLimit ? (leftBehind.safeParse(data).data?.left ?? null) : null;
}

const renewal = here(routes.domains, { choose: "renew", cursors: [], offset: 0 });

/** Where the question of a flow about a domain leads back to. */
const beginnings: ReadonlyMap<string, (domain: string) => Origin> = new Map(
	Object.entries<(domain: string) => Origin>({
		[routes.registerYears.name]: (name) => here(routes.offer, { name }),
		[routes.registerLabel.name]: (name) => here(routes.offer, { name }),
		[routes.registerReference.name]: (name) => here(routes.offer, { name }),
		[routes.renewYears.name]: (name) => (name === "" ? renewal : here(routes.domain, { domain: name })),
		[routes.recordAsk.name]: (name) => here(routes.zone, { domain: name, page: 1 }),
		[routes.nameserversAsk.name]: (name) => here(routes.nameservers, { domain: name }),
	}),
);

/** The screen that a question's flow begins at. */
export function beginningOf(feature: string, { domain }: Params): Origin | undefined {
	return typeof domain === "string" ? beginnings.get(feature)?.(domain) : undefined;
}
