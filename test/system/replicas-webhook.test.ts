import { it } from "vitest";
import { restartReplicas } from "./replicas.ts";

// The test restarts three processes twice while people use the bot, which takes a minute.
it(
	"loses and repeats nothing when replicas are stopped and killed one after another, in webhook mode",
	{
		timeout: 600_000,
	},
	() => restartReplicas({}),
);
