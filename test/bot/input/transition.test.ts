import { expect, it } from "vitest";
import { type FlowInput, type FlowState, transition } from "../../../src/bot/input/transition.ts";

const asked: FlowState = { flow: "active", asks: true, acceptsName: true, acceptsUnsupported: true, asksRecord: false };
const years: FlowState = {
	flow: "active",
	asks: true,
	acceptsName: false,
	acceptsUnsupported: true,
	asksRecord: false,
};
const record: FlowState = {
	flow: "active",
	asks: true,
	acceptsName: true,
	acceptsUnsupported: false,
	asksRecord: true,
};
const elsewhere: FlowState = {
	flow: "active",
	asks: false,
	acceptsName: true,
	acceptsUnsupported: true,
	asksRecord: false,
};
const interrupted: FlowState = {
	flow: "interrupted",
	asks: false,
	acceptsName: true,
	acceptsUnsupported: true,
	asksRecord: false,
};
const none: FlowState = { flow: "none", asks: false, acceptsName: true, acceptsUnsupported: true, asksRecord: false };

const says = (text: string, intent: FlowInput["intent"] = "nothing"): FlowInput => {
	return { kind: "message", text, intent, verb: null };
};
const taps = (verb: string): FlowInput => ({ kind: "tap", text: "", intent: "nothing", verb });
const edit: FlowInput = { kind: "other", text: "", intent: "nothing", verb: null };

it.each<[string, FlowState, FlowInput, ReturnType<typeof transition>]>([
	["continues with an answer", asked, says("2", "base"), "continue"],
	["continues with a file", asked, says(""), "continue"],
	["continues with a button of the question", asked, taps("years"), "continue"],
	["continues with a name that can be the answer", asked, says("a.com", "name"), "continue"],
	["continues with an edited message", asked, edit, "continue"],
	["is interrupted by a command", asked, says("/help"), "interrupt"],
	["is interrupted by a name that cannot be the answer", years, says("a.com", "name"), "interrupt"],
	["continues with a line that also reads as a zone file", asked, says("a A 192.0.2.1", "zone_file"), "continue"],
	["is interrupted by a zone file if it asks for a record", record, says("", "zone_file"), "interrupt"],
	["is interrupted by a request that cannot be the answer", record, says("DNSSEC", "unsupported"), "interrupt"],
	["continues with a request that can be the answer", asked, says("transfer", "unsupported"), "continue"],
	["is interrupted by a record that cannot be the answer", record, says("x TLSA 3", "unsupported_record"), "interrupt"],
	["is interrupted by an order's reference", asked, says("#4K7Q", "reference"), "interrupt"],
	["is interrupted by a button of another screen", elsewhere, taps("search"), "interrupt"],
	["is interrupted by a link on another screen", elsewhere, taps("go"), "interrupt"],
	["continues with a name below another screen", elsewhere, says("a.com", "name"), "continue"],
	["ends with /cancel", asked, says("/cancel"), "end"],
	["ends with /start and an argument", asked, says("/start x"), "end"],
	["ends with a link on the question itself", asked, taps("go"), "end"],
	["that was interrupted ends with the next text", interrupted, says("2", "base"), "end"],
	["that was interrupted ends with /start", interrupted, says("/start"), "end"],
	["that was interrupted survives another command", interrupted, says("/help"), "continue"],
	["that was interrupted survives a tap", interrupted, taps("go"), "continue"],
	["that was interrupted survives an edited message", interrupted, edit, "continue"],
	["that does not exist stays so", none, says("/cancel"), "continue"],
])("a guided flow %s", (_title, state, input, expected) => {
	expect(transition(state, input)).toBe(expected);
});
