import type { Bind } from "../deps.ts";
import { add, end, replaceWord } from "./add.ts";
import { resume, stop } from "./move.ts";
import { own, quote, read, tick, unfinished } from "./read.ts";

/** The actions on boards, which are stored lists of names. */
export const boardActions = (bind: Bind) => ({
	add: bind(add),
	replaceWord: bind(replaceWord),
	end: bind(end),
	read: bind(read),
	quote: bind(quote),
	tick: bind(tick),
	own: bind(own),
	unfinished: bind(unfinished),
	stop: bind(stop),
	resume: bind(resume),
});
