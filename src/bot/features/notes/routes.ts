import { z } from "zod";
import { domain, noticeKey, noticeVars, origin } from "../../screens/params.ts";
import { route } from "../../screens/route.ts";
import { list } from "../domains/routes.ts";

/**
 * The parameters that the screens `tags` and `note` have in common. `vars`: the values in the notice. If the screen is
 * about one domain, *Back* leads to the card of the domain (the screen with its details). `list` and `from` are passed
 * on to the card, because its own *Back* button leads to one of them.
 */
const place = {
	list: list.optional(),
	from: origin.optional(),
	noticeKey,
	vars: noticeVars,
};

export const notesRoutes = {
	/** Shows the tags of `domain`. Without `domain`, shows the tags of the domains that are selected in `list`. */
	tags: route("tags", { domain: domain.optional(), ...place }),
	/**
	 * Shows the note of `domain`. Without `domain`, asks for one note about all domains that are selected in `list`.
	 * `sure`: the screen asks whether to delete the notes.
	 */
	note: route("note", { domain: domain.optional(), ...place, sure: z.boolean().optional() }),
};
