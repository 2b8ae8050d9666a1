import { z } from "zod";
import { domain, noticeKey, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";
import { list } from "../domains/routes.ts";

/** `list` and `from`: the screen that the domain's card leads back to. `vars`: the values in the notice. */
const place = {
	list: list.optional(),
	from: origin.optional(),
	noticeKey,
	vars: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
};

export const notesRoutes = {
	/** The tags of a domain or, if it is absent, of the domains that are selected in `list`. */
	tags: route("tags", { domain: domain.optional(), ...place }),
	note: route("note", { domain, ...place }),
};
