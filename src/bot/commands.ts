/** Every command that is offered, in the order of the list; `command-<name>` describes it. */
export const commands = [
	"start",
	"search",
	"domains",
	"account",
	"ops",
	"op",
	"connect",
	"settings",
	"language",
	"help",
	"cancel",
] as const;
