# Every text of the bot. Texts of messages are Telegram's HTML; buttons and toasts are plain.
# A locale has the same keys with the same variables; a test holds it to that.

language-name = English
bot-about = Find, buy and look after domains in a chat.
bot-description =
    Your registrar desk in a chat: find names, buy them, point them, and hear at once when something happens to one.

    Press Start, then type any name you like.

## Buttons that many screens share

button-again = 🔄 Try again
button-back = ‹ Back
button-connect = 🔑 Connect an account
button-connection-check = 🩺 What to do?
button-first = ⏮ { $page }
button-home = 🏠 Home
button-last = { $page } ⏭
button-newest = ⏮ Newest
button-next = Next ›
button-previous = ‹ Previous
button-refresh = 🔄 Refresh

sandbox-note = 🧪 Sandbox: play money, no real purchase.
moment-at = at { $time }
price-unknown = price unknown

## Home and help

home-title = <b>🏠 Home</b>
home-greeting = 👋 Welcome!
home-hint = Type a name such as <code>example.com</code>, or choose below.
home-welcome =
    { $service ->
        [none] I am your domain desk: I find names, buy them, and tell you when something happens to one.
       *[other] I am your desk at { $service }: I find domain names, buy them, and tell you when something happens to one.
    }

    To begin, connect your account.
home-account =
    { $money ->
        [sandbox] 🧪 Sandbox account <b>{ $user }</b>, token …{ $last4 }
       *[other] Account <b>{ $user }</b>, token …{ $last4 }
    }
home-state-needs-whitelist =
    { $owned ->
        [true] ⚠️ The service does not take requests from my address. Under <b>Account</b> you let me in again.
       *[other] ⚠️ The service does not take requests from my address yet. Open <b>Account</b> to see what to do.
    }
home-state-needs-token =
    { $owned ->
        [true] ⚠️ The service no longer accepts this token. Under <b>Account</b> you switch the API on again or issue a new one.
       *[other] ⚠️ The service no longer accepts this token: it was replaced, or the API is switched off. Send a new one with /connect, or test it again under <b>Account</b>.
    }
home-state-unproved = ⚠️ The service has not answered yet, so this token is not proved.
home-cancelled = Cancelled. Nothing was bought or changed.
home-cancelled-what =
    { $goesOn ->
        [true] Cancelled: { $what }. Nothing was bought or changed for it; what was confirmed before goes on.
       *[false] Cancelled: { $what }. Nothing was bought or changed.
    }
home-resume = ▶️ Go on with { $name }
home-nothing = There was nothing to cancel.
home-search = 🔎 Search
home-domains = 🌐 My domains
home-operations = 🧾 Orders
home-accounts = 💳 Account
home-settings = ⚙️ Settings
home-help = ❓ Help
home-language = 🌍 Language
home-connect = 🔑 Connect my account
home-sandbox = 🧪 Open a sandbox account

help-top = <b>❓ What I can do</b>
help-line = /{ $command } — { $does }
help-typing =
    Typing is enough: send a name (<code>example.com</code>) or a part of one (<code>example</code>), or an order’s reference (<code>#4K7Q</code>).

    Nothing is bought before you tap the green button.
help-support = 💬 Support

command-start = Home
command-search = Find a name: /search example
command-prices = Price list: /prices com
command-domains = My domains; /domains shop searches in them
command-renew = Renew: /renew example.com 2
command-dns = DNS records: /dns example.com www A 203.0.113.5
command-ns = Nameservers: /ns example.com ns1.host.net ns2.host.net
command-edge = Edge profile: /edge example.com KEY
command-alerts = Which news to tell me
command-deliveries = What the service sent us, and what did not arrive
command-account = Balance, limits and access
command-api = Profile → API: token, whitelist, webhook, defaults
command-ops = My orders
command-op = One order by its reference: /op 4K7Q
command-connect = Connect an account with its token
command-settings = Time zone, language, spending, alerts
command-language = Choose the language
command-help = What I can do
command-cancel = Leave what is under way

## What is not understood

unknown-text =
    I did not understand that. Send a domain name such as <code>example.com</code>, or a word to build one from.
unknown-command = I do not know this command. Here is what I can do:
unknown-file = I cannot use this file. Send me a domain name as text.
unknown-sticker = Nice one! But I only understand text: send a domain name such as <code>example.com</code>.
unknown-list = That is too long or too odd a list for me. Please send fewer names at a time.
unknown-record = That is a DNS record. Open the domain that it is for with /dns, then send it again.
unknown-zone-file = That is a whole zone file, which I cannot take yet. Send its records one at a time: <code>/dns example.com www A 203.0.113.5</code>
unknown-other = I only understand text. Send a domain name such as <code>example.com</code>.
question-edited = ✏️ You edited an earlier message, which changes nothing here. Please send your answer as a new one.
outdated =
    { $left ->
        [true] This question is closed, because you went on with something else. Please start again.
       *[other] This is out of date: it was left open too long, or I have been updated since. Please start again.
    }
outdated-again = 🔄 Start again
outdated-search = 🔎 Look it up as a name
apology =
    Something went wrong on my side. Please try again; if you had just confirmed something, look under Orders first.

    If it happens again, mention { $reference }.
apology-slow = That took too long, so I stopped waiting. What was confirmed before that stands under Orders, and nothing is bought twice: look there, then try again.
apology-down = I cannot work right now: something on my side is down. Please try again in a few minutes; if you had just confirmed something, look under Orders first.
tap-outdated = This button was out of date. Here is how it stands now.
tap-foreign = This message belongs to somebody else.
private-bot = This bot is private.
flood-wait = ⏳ You write faster than I can read. What you sent just now was not taken. Wait a minute, then send it again.
group-private = I only work in a private chat, where nobody else sees your account.
group-token = ⚠️ { $name }, a token was just posted here, and everyone in this group may have seen it.
group-token-yours = ⚠️ You just posted a token in the group “{ $group }”, and everyone there may have seen it.
group-token-deleted = I deleted the message and did not use the token.
group-token-stands = I may not delete messages there and did not use the token: <b>please delete the message yourself.</b>
group-token-advice = <b>Revoke it now</b>: issue a new token at the service, and send that one to me in a private chat only.
group-open = Open the private chat

## Connecting

connect-ask =
    <b>🔑 Connect your account</b>

    { $service ->
        [none] Send me the API token of your account at the service. You find it there under <b>Profile → API</b>.
       *[other] Send me the API token of your account at { $service }. You find it there under <b>Profile → API</b>.
    }
connect-wish =
    { $sandbox ->
        [true] Get one here in one step. I remember <b>{ $name }</b>, and we go on with it then.
       *[other] I remember <b>{ $name }</b>: once your account is connected, we go on with it.
    }
connect-safety = Your message is deleted at once. The token is stored encrypted, and only its last four characters are shown again.
connect-malformed = ❌ That cannot be a token. Copy the whole token and send it alone, in one message.
connect-refused-still = ❌ The service still refuses the token that I have: the API is off, or there is a newer token. Switch the API on there and test again, or send me the new token.
connect-refused = ❌ The service does not accept this token: it is wrong, switched off, or has been replaced by a newer one.
connect-no-sandbox = ❌ There is no sandbox here: this bot works with an outside service.
connect-undeleted = ⚠️ I could not delete your message with the token. Please delete it yourself.
connected-done = ✅ <b>Connected</b> with the token …{ $last4 }
connected-balance = Balance: <b>{ $money }</b>
connected-waiting =
    { $count ->
        [one] 🧾 An order of yours was waiting. See how it stands:
       *[other] 🧾 { $count } orders of yours were waiting. See how they stand:
    }
connected-others =
    { $count ->
        [one] One other person uses this account here.
       *[other] { $count } other people use this account here.
    }
connection-check-title = <b>🩺 One step is missing</b>
connection-check-why =
    { $service ->
        [none] The token is right, but the service only answers to addresses on the account’s whitelist, and mine is not there yet. Add:
       *[other] The token is right, but { $service } only answers to addresses on the account’s whitelist, and mine is not there yet. Add:
    }
connection-check-unknown = The address of this bot (ask whoever runs it).
connection-check-steps =
    { $count ->
        [one] 1. Copy the address.
       *[other] 1. Copy the addresses.
    }
    { $count ->
        [one] 2. At the service open <b>Profile → API → IP whitelist</b> and add it.
       *[other] 2. At the service open <b>Profile → API → IP whitelist</b> and add them.
    }
    3. Come back and tap <b>Test again</b>.
connection-check-owned = Open the whitelist and tap <b>“My bot’s addresses”</b>.
connection-check-still = ❌ Not yet: my address is still refused. It can take a moment after you have added it.
connection-check-working = Until then you go on working with account <b>{ $user }</b> (…{ $last4 }).
connection-check-kept = Your token is kept. Tap <b>Test again</b> when the service is back.
connection-check-copy = 📋 { $address }
connection-check-test = 🔄 Test again
disconnect-ask =
    { $last4 ->
        [none] <b>Disconnect this account?</b>
       *[other] { $user ->
            [none] <b>Disconnect the account of the token …{ $last4 }?</b>
           *[other] <b>Disconnect account { $user } (…{ $last4 })?</b>
        }
    } Its token is wiped here. You can connect it again at any time.
disconnect-open =
    { $count ->
        [one] ⚠️ One order is still open. I will not be able to find out or tell you how it ends.
       *[other] ⚠️ { $count } orders are still open. I will not be able to find out or tell you how they end.
    }
disconnect-yes = Disconnect
disconnect-done = The account is disconnected and its token wiped.
connections-title =
    { $count ->
        [0] No account is connected.
        [one] <b>One account is connected.</b>
       *[other] <b>{ $count } accounts are connected.</b> Tap the one to work with.
    }
connections-active = ✅ { $user } · …{ $last4 }
connections-other = { $user } · …{ $last4 }
connections-unproved = ❔ not proved yet
connections-add = ➕ Connect another one

account-shared-told = 👤 Somebody else has connected your account <b>{ $user }</b> to this bot, with the token …{ $last4 }, on { $time }.
account-shared-advice =
    { $here ->
        [true] If you do not know them, disconnect them and issue a new token under <b>Profile → API › Token</b>.
       *[other] If you do not know them, disconnect them and issue a new token at the service.
    }
account-shared-refuse = Disconnect them
account-shared-refused = They are disconnected. If you do not know them, issue a new token at the service too.
account-shared-refused-here = ✅ They are disconnected. If you do not know them, issue a new token too: theirs still works elsewhere.
account-shared-gone = They are no longer connected.
access-lost-told = 🔒 The token …{ $last4 } of account <b>{ $user }</b> works no longer: a new one was issued.
access-lost-advice =
    { $owned ->
        [true] Send me the new token, or issue one under <b>Profile → API</b>.
       *[other] You hear no news of this account and see none of its orders here until you are connected again. Ask whoever manages it for the new token, and send it to me.
    }
access-lost-over = ✅ You are connected to this account again, or have left it.
access-removed-told = 🔒 You were disconnected from account <b>{ $user }</b>, by somebody who was connected to it before you. Your token is wiped here.
access-removed-other = You go on working with account <b>{ $user }</b>.
access-removed-advice = You hear no news of that account and see none of its orders here until you are connected again. Ask whoever manages it, and send me its token then.

## Account

account-title = <b>💳 Account { $user }</b>, token …{ $last4 }
account-unproved = <b>🔑 A token that is not proved yet</b>, …{ $last4 }
account-balance = Balance: <b>{ $money }</b>
account-api =
    { $on ->
        [true] API: on
       *[other] API: <b>off</b>
    }
account-webhook =
    { $on ->
        [true] Notifications from the service: on
       *[other] Notifications from the service: off
    }
account-events-none = 🔕 News about this account do not reach me yet. <b>Profile → API</b> shows how to send them here.
account-events-elsewhere = 🔕 News about this account are sent to another address, which I leave alone, so I cannot tell you about them.
account-whitelist = IP whitelist:
account-whitelist-more =
    { $count ->
        [one] … and one more
       *[other] … and { $count } more
    }
account-whitelist-empty = IP whitelist: empty, so the service answers to nobody.
account-defaults = Defaults of the account:
account-connections =
    { $count ->
        [one] 🔁 Accounts
       *[other] 🔁 Accounts ({ $count })
    }
account-disconnect = Disconnect
account-profile = 🔑 Profile → API
account-deliveries = 📮 Delivery log

## Trouble with the service

trouble-not-connected = No account is connected yet.
trouble-left-account = You are not connected to that account any more. Connect it again with its token to go on.
trouble-unproved = The service has not answered yet, so I do not know whose token this is. Test it again, or choose another account.
trouble-unauthorized =
    { $here ->
        [true] The service no longer accepts your token: it was replaced, or the API is switched off. <b>Profile → API</b> shows which, or send me the new token.
       *[other] The service no longer accepts your token: it was replaced, or the API is switched off. Send me the new one; once the API is on again, test the one that I have.
    }
trouble-forbidden = The service does not take requests from my address. Tap below, and I show you what to do.
trouble-rate-limited =
    { $time ->
        [none] The service asks for a pause. Please try again in a moment.
       *[other] The service has blocked this token for asking too fast. I keep to its limit, so another program seems to use the same token. End of the block: { $time }.
    }
trouble-paced = Many requests of this account are waiting for their turn, so that the service does not block it. Their turn: { $time }.
trouble-service-down = The service does not answer properly right now. Nothing was changed.
trouble-slow = The service takes longer than usual. Nothing was changed.
trouble-refused = The service refused this.

## Search

search-ask =
    <b>🔎 Which name are you looking for?</b>

    A full one (<code>example.com</code>), just a word (<code>example</code>), or a whole list.
search-prices = 💲 Price list
search-none = I cannot find a name in that.
name-invalid = { $name } cannot be a domain name.
name-invalid-untold = That cannot be a domain name.
name-problem-empty = There is nothing here.
name-problem-empty-label = Two dots stand side by side, or one stands at the beginning.
name-problem-label-too-long = The part “{ $part }” is longer than 63 characters.
name-problem-name-too-long = It is longer than 253 characters.
name-problem-character = It may not contain “{ $part }”.
name-problem-symbol = Signs such as “{ $part }” are not allowed, only letters, digits and hyphens.
name-problem-hyphen = The part “{ $part }” begins or ends with a hyphen.
name-problem-reserved-hyphens = In “{ $part }” the third and the fourth character are hyphens; such names are reserved.
name-problem-direction-mark = It contains invisible marks that change the direction of reading. Type it by hand.
name-problem-direction = It mixes letters that are read from the left and from the right.
name-problem-joiner = It contains an invisible joiner in the wrong place.
name-problem-punycode = “{ $part }” is not valid punycode.
name-problem-no-ending = It has no ending such as .com.
name-problem-address = That is an IP address.
name-problem-refused = The service does not take it.
name-warning-mixed = ⚠️ This name mixes alphabets whose letters look alike. It may be taken for another one.
name-warning-looks-latin = ⚠️ This name is Cyrillic but reads like a Latin one. It may be taken for another one.
offer-free = ✅ { $name } is free
offer-taken = ❌ { $name } is taken.
offer-inside = ℹ️ { $name } is a name inside { $whole }, and only { $whole } can be registered. Its owner makes such names with DNS records.
offer-yours = 🌐 { $name } is yours.
offer-not-sold = { $name }: the service does not sell this ending.
offer-price = First year: <b>{ $money }</b>
offer-renewal = Each further year: { $money }
offer-premium = 💎 Premium name
offer-register = Register
offer-others = Other endings
shortlist-title = { $name }: { $free } of { $total } names are free
shortlist-none = For { $name } the service offers nothing.
shortlist-free = ✅ { $name } · { $money }
shortlist-yours = 🌐 { $name } · yours
shortlist-taken = ❌ { $name }

## Registering

register-years-ask = For how many years shall I register { $name }? Tap, or send a number from 1 to 10.
register-years-bad =
    { $most ->
        [1] “{ $said }” does not work here: only 1 does.
       *[other] “{ $said }” does not work here: a whole number from 1 to { $most }, please.
    }
register-years-number = I need a number here.
register-years-button =
    { $count ->
        [one] { $count } year
       *[other] { $count } years
    }
register-label-ask =
    { $count ->
        [one] { $name } for one year.
       *[other] { $name } for { $count } years.
    }

    Would you like to add a label of your own? Send it as text, or go on without.
register-label-kept = Label: { $label }
register-reference-ask = And a reference of another system (an order or customer number)? Send it as text, or go on without.
register-reference-bad = Please send one line of at most 200 characters.
register-add-reference = Only a reference
register-continue = Go on
register-busy = Something of yours is already under way for { $name }: { $reference }. It has to end first.
register-busy-other = Something of somebody else on this account is already under way for { $name }. It has to end first.
register-no-price = The service gave no price for { $name }, so I cannot offer it to you.

## Orders

quote-price = Price: <b>{ $money }</b>
quote-price-years =
    { $count ->
        [one] Price for one year: <b>{ $money }</b>
       *[other] Price for { $count } years: <b>{ $money }</b>
    }
quote-paid = Paid until { $before } → <b>{ $after }</b>
quote-rose = ⚠️ The price has risen from { $before } to <b>{ $now }</b>, that is { $more } more. None of this was bought; please confirm again.
quote-changed = ⚠️ The price has changed from { $before } to <b>{ $now }</b>. None of this was bought; please confirm again.
quote-anew = 🔄 The price was asked anew. None of this was bought; please confirm again.
quote-rest = The rest of this order:
quote-rest-part =
    { $standing ->
        [succeeded] ✅ Done: { $what }
        [failed] ❌ Failed: { $what }
        [running] ⏳ On its way: { $what }
        [unknown] ❔ No clear answer came for { $what }. I am finding out what happened by looking.
        [needs-human] ✋ I could not find out what became of { $what }. I will ask you about it after this price.
       *[left] ▫️ Not ordered: { $what }
    }
quote-expected = This is the expected price: the service may count several years differently.
quote-renewal = Renewal next time: { $money } a year
quote-external = Reference: { $reference }
quote-balance = Balance now: { $money }
quote-after = Balance after: <b>{ $money }</b>
quote-short = ⚠️ You are <b>{ $money }</b> short.
quote-top-up-play = Play money is added by whoever runs this bot. Ask them, then tap <b>Fresh price</b>: this order waits for you.
quote-top-up-real =
    { $service ->
        [none] Add money to your account at the service, then tap <b>Fresh price</b>: this order waits for you.
       *[other] Add money to your account at { $service }, then tap <b>Fresh price</b>: this order waits for you.
    }
quote-until = Valid until { $time }.
quote-over =
    { $of ->
        [change] ⌛ This plan is no longer good. Please make it anew.
       *[other] ⌛ This price is no longer good. Ask for a fresh one.
    }

operation-quoted =
    { $kind ->
        [register] <b>🧾 Register { $what }?</b>
        [renew] <b>🧾 Renew { $what }?</b>
        [dns] <b>🧾 Change the DNS of { $what }?</b>
        [nameservers] <b>🧾 Change the nameservers of { $what }?</b>
       *[edge] <b>🧾 Bind { $what } to the edge profile?</b>
    }
operation-confirmed =
    { $kind ->
        [register] ⏳ Confirmed: { $what }. I am about to place the order …
        [renew] ⏳ Confirmed: { $what }. I am about to place the order …
       *[other] ⏳ Confirmed: { $what }. I am about to make the change …
    }
operation-sent =
    { $kind ->
        [register] ⏳ The order for { $what } is on its way …
        [renew] ⏳ The order for { $what } is on its way …
       *[other] ⏳ The change of { $what } is on its way …
    }
operation-accepted =
    { $kind ->
        [register] ⏳ The service has taken the order for { $what } and is working on it.
        [renew] ⏳ The service has taken the order for { $what } and is working on it.
       *[other] ⏳ The service has taken the change of { $what } and is working on it.
    }
operation-unknown =
    { $kind ->
        [register] ❔ No clear answer came for { $what }. I am finding out what happened by looking. Nothing is bought twice.
        [renew] ❔ No clear answer came for { $what }. I am finding out what happened by looking. Nothing is bought twice.
       *[other] ❔ No clear answer came for { $what }. I am finding out what happened by looking. Nothing is changed twice.
    }
operation-tries =
    { $kind ->
        [register] 🔁 Being tried again: { $count } tries so far, always as the same order.
        [renew] 🔁 Being tried again: { $count } tries so far, always as the same order.
       *[other] 🔁 Being tried again: { $count } tries so far, always as the same change.
    }
operation-moved = 🧾 Order { $reference } goes on in a newer message.
operation-needs-human =
    { $kind ->
        [register] ✋ I could not find out what became of { $what }. Please look in your account at the service, and tell me.
        [renew] ✋ I could not find out what became of { $what }. Please look in your account at the service, and tell me.
       *[other] ✋ I could not find out whether { $what } was changed. Please look in your account at the service, and tell me.
    }
operation-succeeded =
    { $kind ->
        [register] { $count ->
            [1] ✅ { $what } is registered.
           *[other] ✅ Registered: { $what }.
        }
        [renew] { $count ->
            [1] ✅ { $what } is renewed.
           *[other] ✅ Renewed: { $what }.
        }
        [dns] ✅ The DNS of { $what } is changed.
        [nameservers] ✅ The nameservers of { $what } are changed.
       *[edge] ✅ { $what } is bound to the edge profile.
    }
operation-undone =
    { $count ->
        [1] ❌ { $what } was not registered after all.
       *[other] ❌ Not registered: { $what }.
    }
operation-failed =
    { $kind ->
        [register] { $count ->
            [1] ❌ { $what } was not registered. Nothing was charged.
           *[other] ❌ Not registered: { $what }. Nothing was charged.
        }
        [renew] { $count ->
            [1] ❌ { $what } was not renewed. Nothing was charged.
           *[other] ❌ Not renewed: { $what }. Nothing was charged.
        }
       *[other] ❌ { $what } was not changed.
    }
operation-elsewhere =
    { $kind ->
        [register] { $count ->
            [1] ↪️ { $what } was registered by another order in your account, not by this one.
           *[other] ↪️ Registered by other orders in your account, not by this one: { $what }.
        }
       *[renew] { $count ->
            [1] ↪️ { $what } was renewed by another order in your account, not by this one.
           *[other] ↪️ Renewed by other orders in your account, not by this one: { $what }.
        }
    }
operation-unattributed =
    { $kind ->
        [register] { $count ->
            [1] ☑️ { $what } is registered in your account. The service does not show which order did it.
           *[other] ☑️ Registered in your account: { $what }. The service does not show which order did it.
        }
       *[renew] { $count ->
            [1] ☑️ { $what } is renewed. The service does not show which order did it.
           *[other] ☑️ Renewed: { $what }. The service does not show which order did it.
        }
    }
operation-withdrawn =
    { $kind ->
        [register] ▫️ Withdrawn: { $what }. Nothing was bought.
        [renew] ▫️ Withdrawn: { $what }. Nothing was bought.
       *[other] ▫️ Withdrawn: { $what }. Nothing was changed.
    }
operation-lapsed =
    { $kind ->
        [register] ⌛ The order for { $what } could not be sent in time, so it was dropped. Nothing was bought.
        [renew] ⌛ The order for { $what } could not be sent in time, so it was dropped. Nothing was bought.
       *[other] ⌛ The change of { $what } could not be sent in time, so it was dropped. Nothing was changed.
    }
operation-over =
    { $kind ->
        [register] ⌛ The price of { $what } is no longer good. Nothing was bought; a fresh price is one tap away.
        [renew] ⌛ The price of renewing { $what } is no longer good. Nothing was bought; a fresh price is one tap away.
       *[other] ⌛ The plan for { $what } is no longer good. Nothing was changed; please make it anew.
    }
operation-superseded =
    { $kind ->
        [register] ▫️ A newer price for { $what } has taken the place of this one.
        [renew] ▫️ A newer price for { $what } has taken the place of this one.
       *[other] ▫️ A newer plan for { $what } has taken the place of this one.
    }
operation-unreplaced = ⚠️ Without a newer price: { $names }
operation-names =
    { $count ->
        [one] { $count } name
       *[other] { $count } names
    }
operation-part = { $done } of { $count } names
operation-unordered =
    { $count ->
        [one] ▫️ One name was not ordered. Nothing was charged for it.
       *[other] ▫️ { $count } names were not ordered. Nothing was charged for them.
    }
operation-more =
    { $count ->
        [one] … and one more
       *[other] … and { $count } more
    }
operation-charged = Charged: <b>{ $money }</b>
operation-drop =
    { $way ->
        [fell] The balance fell by <b>{ $money }</b>.
        [rose] The balance rose by <b>{ $money }</b>.
       *[same] The balance did not change.
    }
operation-untold = The service does not say what it charged.
operation-expected = Expected: { $money }
operation-item-expected = expected { $money }
operation-balance = Balance: { $before } → <b>{ $after }</b>
operation-expires = Paid until { $date }
operation-label = Label: { $label }
operation-reference = Order
operation-account = Account <b>{ $user }</b>
operation-switch = 🔁 Work with account { $user }
operation-hold-access =
    ⏸ Waiting: { $refused ->
        [address] the service does not take my requests. It refuses my address. As soon as it lets me in,
        [nothing] the account is connected again, and the service has not answered yet. As soon as it does,
        [left] you are not connected to this account any more. Connect it again; then
       *[token] the service does not take my requests. Connect the same account again; then
    } { $kind ->
        [register] I ask you with a fresh price before anything is ordered.
        [renew] I ask you with a fresh price before anything is ordered.
       *[other] I compare the plan anew and ask you before anything is written.
    }
operation-hold-access-theirs = ⏸ Waiting until whoever ordered this is connected to the account again.
operation-hold-access-asked =
    ⏸ I cannot look myself: the service does not take my requests. { $refused ->
        [address] It refuses my address. As soon as it lets me in, I will look.
       *[token] Connect the same account again, and I will look.
    }
operation-hold-pace =
    { $time ->
        [none] ⏸ Waiting for the service’s pace.
       *[other] ⏸ The service has blocked this token for asking too fast. I keep to its limit, so another program seems to use the same token. The order goes on by itself after the end of the block: { $time }.
    }
operation-hold-pace-last =
    ⏸ The service has blocked this token for asking too fast, and for longer than an order can wait. I keep to its limit, so another program seems to use the same token. { $state ->
        [confirmed] If nothing changes, the order is dropped unsent: { $time }.
       *[other] If nothing changes, I ask you what became of it: { $time }.
    }
operation-hold-in-progress = ⏸ The service is still working on this very request.
operation-barred =
    🔒 You are not connected to this account any more, or its token was replaced. Connect it again, then { $kind ->
        [register] ask for a fresh price.
        [renew] ask for a fresh price.
       *[other] plan the change again.
    }
operation-confirm = ✅ Confirm · { $money }
operation-leave = No, leave it
operation-apply = ✅ Apply
operation-sure = ⚠️ Yes, really · { $money }
operation-sure-change = ⚠️ Yes, really
operation-undo = ↩️ Undo
operation-retry = 🔁 Retry only the failed
operation-withdraw = ↩️ Withdraw
operation-requote = 🔄 Fresh price
operation-top-up = ➕ Top up
operation-look = 👀 Look again
operation-happened =
    { $count ->
        [1] It happened
       *[other] All of it happened
    }
operation-happened-one = ✅ { $name }
operation-not =
    { $count ->
        [1] It did not
       *[other] None of it did
    }
operation-not-one = ❌ { $name }
operation-domain = 🌐 Open the domain
operation-open = 🧾 { $reference }
operation-not-found = There is no order { $reference } of yours.
operation-note-already = This was confirmed before. Nothing is done twice.
operation-note-stale = Something newer stands here. Please look at it and confirm again.
operation-note-expired = ⌛ The five minutes are over.
operation-note-short = ⚠️ The balance is not enough.
operation-note-over-cap = ⚠️ That would go over your cap of { $cap } a day: { $spent } are spent, { $left } are left. A new day begins on { $time }; under <b>💸 Spending</b> you change the cap.
operation-note-too-many-lists = ⏳ { $count } of your lists are under way. Confirm this one when one of them has ended.
operation-note-too-late = It is too late to withdraw: it is on its way.
operation-note-looking = 👀 Looking again …
operation-note-no-access = ⏸ I cannot look now: the service does not take my requests. Connect the same account again.
operation-note-left-account = ⚠️ You are not connected to the account of this order any more, so nothing was asked for. Connect it again with its token, then go on here.
operation-note-switched = ✅ You work with account { $user } now.
operations-title = <b>🧾 Orders</b>, newest first
operations-title-running = <b>🧾 Orders under way</b>, newest first
operations-title-needs-you = <b>🧾 Orders that wait for you</b>, newest first
operations-title-failed = <b>🧾 Orders that failed</b>, newest first
operations-title-done = <b>🧾 Orders that are done</b>, newest first
operations-none = There are no orders yet. Type a name to begin.
operations-none-running = Nothing is under way.
operations-none-needs-you = Nothing waits for you.
operations-none-failed = None of your orders has failed.
operations-none-done = Nothing is done yet.
operations-filter-running = ⏳ Under way
operations-filter-needs-you = ✋ Needs you
operations-filter-failed = ❌ Failed
operations-filter-done = ✅ Done

change-moved =
    { $kind ->
        [dns] ⚠️ The zone has changed since this plan was made. This is the new difference; nothing was written. Please confirm again.
        [nameservers] ⚠️ The nameservers have changed since this plan was made. This is the new difference; nothing was written. Please confirm again.
       *[edge] ⚠️ The edge profile or the nameservers have changed since this plan was made. This is the new difference; nothing was written. Please confirm again.
    }
change-anew = 🔄 I looked anew: it is as it was when this plan was made. Nothing was written; please confirm again.
change-removed = ➖ { $count } deleted
change-changed = ✏️ { $count } changed
change-added = ➕ { $count } added
change-kept = { $count } unchanged
change-lost = ⚠️ This change does not keep these fields of the service: { $fields }
change-with-ttl = TTL { $ttl } s
change-ttl =
    TTL { $before ->
        [none] by default
       *[other] { $before }
    } → { $after ->
        [none] by default
       *[other] { $after } s
    }
change-before = Before:
change-now = Now:
change-then = Then:
change-preset = the preset <code>{ $key }</code>
change-edge-servers =
    { $done ->
        [true] 🖥 With the profile the nameservers changed too:
       *[other] 🖥 With the profile the nameservers change too:
    }
change-edge-unnamed = those that the service has for the profile
change-leaves-edge =
    { $done ->
        [true] 🛡 The edge profile no longer answers for this domain.
       *[other] 🛡 The edge profile will no longer answer for this domain; under <b>Edge</b> it can be bound again.
    }
doubt-top = ⚠️ <b>Are you sure?</b>
doubt-big-cut = A large part of the zone is deleted or rewritten.
doubt-last-mail = The domain will no longer receive mail: its last MX record goes.
doubt-last-address = The domain itself will lead nowhere: its last address goes.
doubt-nameservers = Changing nameservers moves the whole domain: what stands in the old ones no longer counts.
doubt-sum = This is above the sum that you want to be asked about twice.
skipped-top =
    { $count ->
        [one] One name is not included:
       *[other] { $count } names are not included:
    }
nothing-to-order = None of these names can be ordered.
skipped-invalid = no domain name
skipped-duplicate = named twice
skipped-not-available = taken
skipped-not-sold = ending not sold
skipped-not-yours = not in this account
skipped-no-price = no price
skipped-too-long =
    { $most ->
        [0] paid for almost ten years ahead already
        [one] by one year at most
       *[other] by { $most } years at most
    }
skipped-busy = another order is under way
skipped-refused = the service refused it
plan-nothing = { $name }: it is so already, there is nothing to change.
plan-record-gone = { $name }: this record is no longer as you saw it, somebody has changed it meanwhile. Nothing was done; look at the records as they are now.
plan-outdated = { $name }: the service still shows this domain as it was before the last change that was made from here, so a new change could take that one back. Nothing was done. Try again in a minute; after five minutes I take what the service shows as it is.
plan-empty = { $name }: the last record cannot be deleted, only replaced by another.
plan-no-record = { $name }: I cannot read “{ $part }” as a record. Like this: <code>www A 203.0.113.5</code>, or with a TTL in seconds <code>www 300 A 203.0.113.5</code>
plan-bad-key = { $name }: that cannot be the key of a profile.
plan-profile-missing = { $name }: there is no edge profile “{ $part }”.
plan-profile-off = { $name }: the edge profile “{ $part }” is switched off. Switch it on under <b>🛡 Edge profiles</b>, or take another one.
plan-profile-zone = { $name }: the edge profile “{ $part }” is not meant for this ending. Change its endings under <b>🛡 Edge profiles</b>, or take another one.
plan-many-keys = { $name }: “{ $part }” is more than one key. A domain has one profile, such as <code>/edge example.com main</code>

problem-already-so = It is so already.
problem-not-sold = The service does not sell this ending.
problem-not-done = It was looked for several times and had not happened.
problem-done-elsewhere = Another order in this account did it, not this one.
problem-unattributed = The service does not show which order did it.
problem-order-failed = The service took the order, and now says that it failed. Your balance at the service shows whether the money came back.
problem-said-by-person = You said that it did not happen.
problem-said-by-operator = The operator of this bot looked and says that it did not happen.
problem-bad-request = The service could not read the request.
problem-not-found = The service does not know this address; is it the right one?
problem-method-not-allowed = The service does not offer this.
problem-payload-too-large = That was too much at once for the service.
problem-domain-not-found = The name has just been taken, or is not in your account.
problem-not-available = The name is taken or cannot be ordered.
problem-invalid-domain = The service does not take this name: it is not well formed, or its ending is not sold.
problem-validation-error = The service did not accept what was sent.
problem-insufficient-funds = There is not enough money in the account.
problem-provider-error = The registry had trouble.
problem-domain-blocked = The domain is blocked.
problem-edge-not-configured = The edge profile is missing, disabled or does not fit this domain.
problem-edge-missing = There is no edge profile “{ $key }”.
problem-edge-off = The edge profile “{ $key }” is switched off.
problem-edge-zone = The edge profile “{ $key }” is not meant for { $zone }.
problem-preset-missing = There is no nameserver preset “{ $key }”.
problem-too-far = Nobody can pay for more than { $years } years ahead.
problem-idempotency-key-reused = The service mistook the request for another one.
problem-request-in-progress = The service is still working on this very request.
problem-unauthorized = The service no longer accepts your token.
problem-forbidden = The service does not take requests from my address.
problem-rate-limited = The service asks for a pause.
problem-other = The service refused it:

## My domains

domains-title =
    { $count ->
        [none] <b>🌐 My domains</b>
        [one] <b>🌐 My domains</b>: one
       *[other] <b>🌐 My domains</b>: { $count }
    }
domains-found = <b>🌐 My domains</b> with “{ $search }”
domains-line = { $name } · until { $date }
domains-choose =
    { $what ->
        [zone] <b>🧭 The DNS records of which domain?</b> Tap it.
        [nameservers] <b>🖥 The nameservers of which domain?</b> Tap it.
        [edge] <b>🛡 The edge profile of which domain?</b> Tap it.
       *[renew] <b>🔄 Which domain shall I renew?</b> Tap it.
    }
domains-none = There are no domains in this account yet.
domains-none-found = None of your domains contains “{ $search }”.
domains-all = All my domains
domains-renew = 🔄 Renew several
domain-status = Status: { $status }
domain-status-registered = registered
domain-status-blocked = blocked
domain-status-expired = expired
domain-expires = Paid until <b>{ $date }</b>
domain-registered = Registered on { $date }
domain-renewal = Renewal: { $money } a year
domain-mode =
    { $mode ->
        [managed] DNS: at the service
        [external] DNS: on other nameservers
        [edge] DNS: through the edge profile
       *[other] DNS: { $mode }
    }
domain-edge = Edge profile: <code>{ $key }</code>
domain-nameservers = Nameservers:
domain-no-auto-renew = It does not renew by itself.
domain-blocked =
    { $time ->
        [none] ⛔ <b>This domain is blocked.</b>
       *[other] ⛔ <b>This domain is blocked</b> since { $time }.
    }
domain-blocked-next = You can still renew it and look at it; DNS and nameservers cannot be changed. Ask the service why.
domain-blocked-heard = I will tell you when it is lifted.
domain-not-yours = { $name } is not in this account.
domain-look-up = 🔎 Look it up

domain-renew = 🔄 Renew
domain-dns = 🧭 DNS
domain-servers = 🖥 Nameservers
domain-profile = 🛡 Edge
renew-years-ask =
    { $most ->
        [1] For how many years shall I renew { $name }? Tap, or send 1.
       *[other] For how many years shall I renew { $name }? Tap, or send a number from 1 to { $most }.
    }
renew-years-of = For how many years shall I renew { $name }?
renew-names-ask = Which domains shall I renew? Send their names, one in each line.
renew-names-bad = I found no domain name in that.
renew-many-ask =
    { $count ->
        [one] For how many years shall I renew this name? Tap, or send a number from 1 to 10.
       *[other] For how many years shall I renew each of these { $count } names? Tap, or send a number from 1 to 10.
    }
renew-choose = Choose the years
renew-too-long =
    { $count ->
        [one] { $name } is paid until { $date }, and one more year would pass ten years from now.
       *[other] { $name } is paid until { $date }, and { $count } more years would pass ten years from now.
    }
renew-most =
    { $most ->
        [0] This name is paid for almost ten years ahead, and nobody can pay for longer.
        [one] It can be renewed by one year: nobody can pay for more than ten years ahead.
       *[other] It can be renewed by { $most } years at most: nobody can pay for more than ten years ahead.
    }

## DNS

dns-title =
    { $count ->
        [0] <b>🧭 DNS of</b> { $name }
        [one] <b>🧭 DNS of</b> { $name }: one record
       *[other] <b>🧭 DNS of</b> { $name }: { $count } records
    }
dns-external = ⚠️ The nameservers are elsewhere, so these records are kept but not in use.
dns-edge = The edge profile answers for this domain.
dns-none = There are no records yet.
dns-found =
    { $count ->
        [one] 🔎 One with “{ $find }”
       *[other] 🔎 { $count } with “{ $find }”
    }
dns-none-found = { $name }: none of its records has “{ $find }”.
dns-all = All records
dns-hint = Tap a record, or send one: <code>www A 203.0.113.5</code>; with a TTL in seconds <code>www 300 A 203.0.113.5</code>
dns-add = ➕ Add
dns-refused = ❌ These records cannot be kept. Nothing was changed.
record-edit = ✏️ Change
record-delete = 🗑 Delete
record-copy = 📋 Copy the value
record-ttl = TTL: { $ttl } s
record-host-apex = @ (the domain itself)
record-bad-sentence = I need that as text, or a tap on a button.
record-bad-unread = I cannot read that as a record.
record-ask-type =
    <b>➕ A record for</b> { $name }

    Choose its kind, or send all of it at once: <code>www A 203.0.113.5</code>, with a TTL in seconds <code>www 300 A 203.0.113.5</code>
record-ask-host =
    { $type ->
        [SRV] SRV for which service? Send it: <code>_sip._tcp</code>
        [CNAME] CNAME for which name? Tap, or send it: <code>www</code>, <code>shop</code>.
        [NS] NS for which name inside the domain? Tap, or send it: <code>lab</code>. The domain’s own nameservers are changed with /ns.
       *[other] { $type } for which name? Tap, or send it: <code>www</code>, <code>mail</code>, <code>@</code> for the domain itself.
    }
record-ask-a = { $host } A: which IPv4 address? Such as <code>203.0.113.5</code>
record-ask-aaaa = { $host } AAAA: which IPv6 address? Such as <code>2001:db8::5</code>
record-ask-cname = { $host } CNAME: an alias of which name? Such as <code>example.net</code>
record-ask-mx = { $host } MX: priority and mail server? Such as <code>10 mail.example.net</code>
record-ask-txt = { $host } TXT: which text?
record-ask-ns = { $host } NS: which nameserver? Such as <code>ns1.example.net</code>
record-ask-srv = { $host } SRV: priority, weight, port and target? Such as <code>10 5 443 host.example.net</code>
record-ask-caa = { $host } CAA: flags, tag and value? Such as <code>0 issue "letsencrypt.org"</code>
record-ask-new-value = Send the new value, the TTL in seconds as <code>ttl 300</code>, or the whole record anew: <code>www 300 A 203.0.113.5</code>
record-problem-type = The service does not know this kind of record.
record-problem-hostname = The name of the record is not well formed.
record-problem-hostname-outside = The name of the record lies outside this domain.
record-problem-hostname-service = The name of an SRV record begins with its service and protocol: <code>_sip._tcp</code>
record-problem-wildcard = A star may only stand alone, at the beginning of the name.
record-problem-apex = This kind of record cannot stand at the domain itself.
record-problem-address-ipv4 = That is no IPv4 address.
record-problem-address-ipv6 = That is no IPv6 address.
record-problem-target = The target is not a well-formed name.
record-problem-target-relative = The target has to be a full name, such as <code>mail.example.net</code>.
record-problem-target-address = The target has to be a name, not an address.
record-problem-text-empty = The text is empty.
record-problem-text-too-long = The text is too long.
record-problem-text-character = The text contains a character that cannot be kept.
record-problem-text-quotes = The quotation marks do not match, or something stands behind them.
record-problem-srv = SRV wants weight, port and target: <code>5 443 host.example.net</code>
record-problem-caa = CAA wants flags, tag and value: <code>0 issue "letsencrypt.org"</code>
record-problem-ttl = The TTL has to be at least 60 seconds.
record-problem-priority = The priority has to be from 0 to 65535.
record-problem-duplicate = This record is there twice.
record-problem-alias-beside = A CNAME cannot stand beside other records of the same name.
record-problem-alias-twice = One name can have only one CNAME.
record-problem-alias-loop = These aliases lead back to themselves.
record-problem-target-is-alias = The target is itself an alias, which this kind of record must not lead to.
record-problem-null-mx-beside = “Receives no mail” cannot stand beside mail servers.

## Nameservers and edge

servers-title = <b>🖥 Nameservers of</b> { $name }
servers-none = The service names none.
servers-edge = The edge profile answers for this domain; other nameservers leave it.
servers-replace = ✏️ Replace
servers-default = The service’s own nameservers
servers-preset = 🧭 { $key }
servers-presets = There are these: { $keys }.
servers-ask = Send the new nameservers of { $name }, two at least, one in each line. Or a preset of your account: <code>preset default</code>
servers-problem-too-few = There have to be two at least.
servers-problem-too-many = There can be thirteen at most.
servers-problem-duplicate = “{ $part }” is there twice.
servers-problem-address = “{ $part }” is an address; nameservers are given by name.
servers-problem-name = “{ $part }” is not a well-formed name.
servers-problem-unknown-preset = This account has no preset “{ $part }”.
edge-title = <b>🛡 Edge profile of</b> { $name }
edge-unbound = None is bound.
edge-unknown = Unknown: the service does not say which profile is bound.
edge-how = To bind one, send its key, such as <code>main</code>. The service shows it where the profiles are made.
edge-bind = 🛡 Bind { $key }

## Lists, prices, deliveries

list-place =
    { $total ->
        [none] { $from }–{ $to }
       *[other] { $from }–{ $to } of { $total }
    }
list-found =
    { $count ->
        [0] There is no domain name in this list.
        [one] <b>One name</b> in this list.
       *[other] <b>{ $count } names</b> in this list, each counted once.
    }
list-check =
    { $count ->
        [one] 🔎 Look up { $count }
       *[other] 🔎 Look up { $count }
    }
list-count-free = ✅ { $count } free
list-count-yours = 🌐 { $count } yours
list-count-taken = ❌ { $count } taken
list-count-refused = 🚫 { $count } not to be had
list-count-unclear = ❔ { $count } unclear
list-yours = 🌐 Yours: { $names }
list-taken = Taken: { $names }
list-not-invalid = no domain name
list-not-refused = refused by the service
list-not-unknown = the service said nothing about it
list-warning-mixed = ⚠️ mixes alphabets whose letters look alike
list-warning-looks-latin = ⚠️ Cyrillic, but reads like a Latin name
list-refused =
    { $count ->
        [one] One piece is no domain name:
       *[other] { $count } pieces are no domain names:
    }
list-too-many =
    { $count ->
        [one] One more name is too many for one list.
       *[other] { $count } more names are too many for one list.
    }
list-register =
    { $count ->
        [one] 🧾 Register { $count } name
       *[other] 🧾 Register { $count } names
    }
prices-title = <b>💲 Prices</b> { $from }–{ $to } of { $total }
prices-hint = First year, and 🔄 each further year. To search: <code>/prices com</code>
prices-none = No ending contains “{ $search }”.
prices-all = All prices
deliveries-title = <b>📮 Delivery log</b>: what the service sent us, newest first
deliveries-off = ⚠️ Notifications are switched off at the service.
deliveries-none = There is nothing yet.
deliveries-none-failed = No attempt has failed.
deliveries-all = All attempts
deliveries-failed = Only failed ones
deliveries-when = Attempt { $attempt }, { $time }
deliveries-next = Next attempt: { $time }
delivery-cause-dns = The receiver’s name could not be found.
delivery-cause-refused = The receiver did not take the connection.
delivery-cause-tls = The receiver’s certificate was not accepted.
delivery-cause-timeout = The receiver did not answer in time.
delivery-cause-status = The receiver answered with { $status }.

## Alerts

alert-domain-registered = ✅ The domain is registered.
alert-domain-renewed = ✅ The domain is renewed.
alert-domain-blocked = ⛔ The domain has been blocked.
alert-domain-blocked-past = ℹ️ The domain was blocked at that time. The block has been lifted since.
alert-domain-unblocked = ✅ The domain is no longer blocked.
alert-domain-unblocked-past = ℹ️ The block was lifted at that time. The domain has been blocked again since.
alert-webhook-test = 🧪 A test event has arrived.
alert-other = The service reports: { $type }
alert-reason = Reason: { $reason }
alert-when = { $time }
alert-gone = This news is no longer there.
alerts-title =
    <b>🔔 Which news shall I tell you?</b> Tap to switch.

    What you ordered yourself is always told.
alerts-domain = For one domain: <code>/alerts example.com</code>
alerts-domain-registered = Registered
alerts-domain-renewed = Renewed
alerts-domain-blocked = Blocked
alerts-domain-unblocked = Unblocked
alerts-webhook-test = Test event
alerts-one = ❌ One domain at a time, such as <code>/alerts example.com</code>. Nothing was changed.
alerts-muted = 🔕 Muted.
alerts-heard = 🔔 You will hear of it again.
operator-alert = ✋ Order { $reference } needs a human. Its owner has been asked.

## Settings

settings-title = <b>⚙️ Settings</b>
settings-language = 🌍 Language
settings-zone = 🕰 Time zone
settings-spending-limits = 💸 Spending
settings-alerts = 🔔 Alerts
settings-language-now = Language: { $language }
settings-zone-now = Time zone: { $zone } (now { $time })
settings-zones =
    <b>🕰 Where are you?</b>

    Tap a city, or type another one, such as <code>Madrid</code>, or the zone’s name: <code>Europe/Madrid</code>.
zone-los-angeles = Los Angeles
zone-new-york = New York
zone-sao-paulo = São Paulo
zone-utc = UTC
zone-london = London
zone-berlin = Berlin
zone-kyiv = Kyiv
zone-istanbul = Istanbul
zone-moscow = Moscow
zone-dubai = Dubai
zone-kolkata = Kolkata
zone-shanghai = Shanghai
settings-zone-saved = ✅ Time zone saved.
settings-zone-unknown = ❌ I do not know this time zone. Its name looks like <code>Europe/Paris</code>.
language-choose = <b>🌍 Which language do you speak?</b>
language-changed = ✅ I speak English now.

## Spending

spending-limits-title = <b>💸 Spending</b>: what keeps you from spending by mistake.
spending-limits-none = none
spending-limits-cap = 🧢 Cap a day: { $money }
spending-limits-ask = ❓ Ask twice above: { $money }
spending-limits-low = 📉 Tell me below: { $money }
spending-limits-ask-cap = <b>🧢 How much may be spent on one day?</b> Tap, or send a sum in US dollars. The day is counted in UTC.
spending-limits-ask-ask = <b>❓ Above which sum shall I ask twice?</b> Tap, or send a sum in US dollars.
spending-limits-ask-low = <b>📉 Under which balance shall I tell you?</b> Tap, or send a sum in US dollars.
spending-limits-remove = None
spending-limits-saved = ✅ Saved.
spending-limits-bad = “{ $said }” does not work here.
low-balance = 📉 The balance of account <b>{ $user }</b> has fallen to <b>{ $money }</b>.

## Profile -> API

profile-title = <b>🔑 Profile → API</b>, account <b>{ $user }</b>
profile-token = 🔑 Token
profile-whitelist = 🧱 IP whitelist
profile-webhook = 📮 Webhook
profile-defaults = ⚙️ Defaults
profile-presets = 🧭 Presets
profile-edges = 🛡 Edge profiles
profile-token-now = Token: …{ $last4 }, issued { $time }
profile-token-none = Token: none yet
profile-whitelist-now =
    { $count ->
        [0] IP whitelist: <b>empty</b>, so the service answers to nobody
        [one] IP whitelist: one entry
       *[other] IP whitelist: { $count } entries
    }
profile-webhook-now =
    { $state ->
        [none] Webhook: none
        [ours] Webhook: this bot
       *[other] Webhook: <code>{ $url }</code>
    }
profile-webhook-off = ⚠️ It is switched off.
profile-webhook-on =
    { $on ->
        [true] It is switched on.
       *[other] ⚠️ It is switched off.
    }
profile-kept = Presets: { $presets } · Edge profiles: { $edges }
profile-saved = ✅ Saved.
profile-preset-replaced =
    { $default ->
        [true] ✅ Saved. “{ $key }” was there before, with { $was }. It is the default: new domains get the new servers.
       *[other] ✅ Saved. “{ $key }” was there before, with { $was }.
    }
profile-edge-saved =
    { $was ->
        [none] ✅ Saved.
        [all] ✅ Saved. “{ $key }” was there before, for all endings.
       *[other] ✅ Saved. “{ $key }” was there before, for { $was }.
    }{ $unsold ->
        [none] {""}
       *[other] {"\u000A"}⚠️ The service does not sell names under { $unsold }.
    }
profile-refused = ❌ The service did not take this.
profile-problem-entry = “{ $part }” is neither an address nor a network with its length.
profile-problem-entries = There can be 50 entries at most. Remove one first.
profile-problem-target-not-a-url = This is not a web address.
profile-problem-target-not-https = Events are sent only to an address that begins with <code>https://</code>.
profile-problem-target-credentials = The address must not hold a user name or a password.
profile-problem-target-not-public = This address cannot be reached from the internet.
profile-problem-target-not-receiver = This is an address of the bot itself. To get the events here, tap the button below.
profile-problem-target-missing = There is no address yet. Send one first.
profile-problem-secret-missing = No new secret is waiting. Make one first.
profile-problem-key = “{ $part }” cannot be a key: it has at most 64 Latin letters, digits, dots, hyphens and underscores.
profile-problem-preset-built-in = The preset “{ $part }” is the service’s own. Choose another key.
profile-problem-preset-missing = There is no preset “{ $part }” any more.
profile-problem-edge-missing = There is no edge profile “{ $part }” any more.
profile-problem-zone = “{ $part }” is no ending; one looks like <code>.com</code>.
profile-problem-ttl = A TTL is 60 to 2147483647 seconds.
profile-not-owner = ⚠️ Only who opened this account here can change that.
profile-sure = ⚠️ Yes, really
profile-doubt-everyone = ⚠️ <b>Are you sure?</b> That lets every address of the internet in; only the token still protects your money.
profile-doubt-last-address = ⚠️ <b>Are you sure?</b> That is the last entry. Without it the service answers to nobody, this bot included.
profile-doubt-own-address = ⚠️ <b>Are you sure?</b> This bot asks from there. Without it the service no longer answers to this bot.
profile-doubt-api-off = ⚠️ <b>Are you sure?</b> The service then answers no token: your programs stop, and so does this bot, until you switch the API on again here.
profile-doubt-default-preset = ⚠️ <b>Are you sure?</b> This preset is the default: without it new domains get the service’s own nameservers.
profile-doubt-default-edge = ⚠️ <b>Are you sure?</b> This profile is the default: without it new domains get none.
profile-doubt-default-edge-off = ⚠️ <b>Are you sure?</b> This profile is the default: once it is off, orders that rely on it fail.
profile-doubt-default-edge-zones = ⚠️ <b>Are you sure?</b> This profile is the default: orders under an ending that it loses fail.
profile-doubt-old-token = ⚠️ <b>Are you sure?</b> The token in use dies at once. Programs of yours that use it stop; this bot goes on with the new one.
profile-token-title = <b>🔑 Token and API</b>
profile-token-how = A token is shown once. It can be issued with a balance of at least $40.00.
profile-token-create = 🔑 Create a token
profile-token-reissue = 🔑 Issue a new token
profile-token-shown = ✅ A new token was issued. It stands in a message of its own.
profile-webhook-shown = ✅ A new secret was made. It stands in a message of its own.
profile-token-short = ❌ A balance of at least { $needed } is needed to issue a token; there are { $money }.
profile-api-switch =
    { $on ->
        [true] ⏸ Switch the API off
       *[other] ▶️ Switch the API on
    }
profile-whitelist-title = <b>🧱 IP whitelist</b>
profile-whitelist-how = To add, send an address or a network: <code>203.0.113.5</code>, <code>2001:db8::/48</code>; fifty entries at most. Tap an entry to remove it.
profile-whitelist-near = ❌ “{ $said }” cannot be added. An entry is one address, or a network with its length such as <code>203.0.113.0/24</code>; a range has to be sent as networks.
profile-whitelist-network = ✅ Saved as a whole network: <code>{ $networks }</code>. Every address in it is let in; to let in one alone, send it without its “/” and remove the network.
profile-whitelist-ours = ➕ My bot’s addresses
profile-webhook-title = <b>📮 Webhook</b>
profile-webhook-deaf = ⚠️ This bot hears nothing from the service about this account, so you get no alerts here.
profile-webhook-how = To have events sent elsewhere, send a public address: <code>https://example.com/events</code>
profile-webhook-near = ❌ “{ $said }” is not a whole web address. It begins with <code>https://</code>.
profile-webhook-here = 📮 Send them to this bot
profile-webhook-remove = 🗑 Remove the address
profile-webhook-switch =
    { $on ->
        [true] ⏸ Switch off
       *[other] ▶️ Switch on
    }
profile-webhook-test = 🧪 Test event
profile-secret-new = 🔁 New secret
profile-secret-use = ✅ Use the new secret now
profile-secret-waits = A new secret is waiting: it signs from { $time }, or as soon as you say so. Until then the old one signs.
profile-test-delivered = ✅ The test event arrived: the receiver answered with { $status }.
profile-test-failed =
    { $error ->
        [dns] ❌ The test event did not arrive: the receiver’s name could not be found.
        [refused] ❌ The test event did not arrive: the receiver did not take the connection.
        [tls] ❌ The test event did not arrive: the receiver’s certificate was not accepted.
        [timeout] ❌ The test event did not arrive: the receiver did not answer in time.
       *[other] ❌ The test event did not arrive: the receiver answered with { $status }.
    }
profile-defaults-title = <b>⚙️ Defaults</b> for what an order does not say
profile-default-preset = 🧭 Nameserver preset: { $key }
profile-default-edge = 🛡 Edge profile: { $key }
profile-default-edge-off = ⚠️ This profile is switched off, so an order that relies on it fails. Switch it on under <b>🛡 Edge profiles</b>, or choose another one.
profile-default-edge-zone = ⚠️ This profile is not meant for every zone here, so the service will refuse such a name. Change its zones under <b>🛡 Edge profiles</b>, or choose another default.
profile-default-ttl = ⏱ TTL: { $ttl }
profile-defaults-how = Tap to change, or send a TTL in seconds, 60 at least.
profile-defaults-near = ❌ “{ $said }” is no TTL. Send whole seconds, from 60 to 2147483647.
profile-presets-title = <b>🧭 Nameserver presets</b>
profile-presets-none = There are none yet.
profile-presets-how = To save one, send its key and two servers or more: <code>main ns1.example.net ns2.example.net</code>. Tap one to remove it.
profile-presets-near = ❌ “{ $said }” is no preset. First comes its key, then the servers.
profile-edges-title = <b>🛡 Edge profiles</b>
profile-edges-none = There are none yet.
profile-edges-how = To save one, send its key, and the endings that it serves if not all: <code>main .com .net</code>
profile-edges-near = ❌ “{ $said }” is no profile. First comes its key, then the endings, each with its dot.
profile-edge-all = all endings
profile-guide =
    { $service ->
        [none] This account is managed at the service. There, under <b>Profile → API</b>:
       *[other] This account is managed at { $service }. There, under <b>Profile → API</b>:
    }
profile-shared =
    <b>🔑 Profile → API</b>, account <b>{ $user }</b>

    Whoever opened this account in this bot manages it: the token, the IP whitelist, the webhook. You use it with the token that they gave you.

    When they issue a new token, yours dies: ask them for the new one and send it to me.
profile-unowned =
    <b>🔑 Profile → API</b>, account <b>{ $user }</b>

    Nobody manages this account in this bot yet: its token, IP whitelist and webhook are in the hands of whoever runs the bot.

    To manage it here, ask them, and give them these two numbers: account <code>{ $user }</code>, you <code>{ $you }</code>.
profile-guide-addresses =
    { $done ->
        [true] 1. ✅ My addresses are on the IP whitelist.
       *[other] 1. Put these addresses on the IP whitelist:
    }
profile-guide-receiver =
    { $done ->
        [true] 2. ✅ Events of this account reach me, at this webhook address:
       *[other] 2. Set this as the webhook address, so that I hear at once when something happens:
    }
profile-guide-deaf = 2. 🔕 News of the service cannot reach me: whoever runs this bot has set no public address for it. I show what I read there when you ask.
profile-guide-secret =
    { $kept ->
        [true] 3. ✅ The secret that the events are signed with is kept here.
       *[other] 3. Copy the secret that the events are signed with, and give it to me. Without it I cannot believe any of them.
    }
profile-guide-token = If you issue a new token there, the old one dies: send me the new one.
profile-copy-receiver = 📋 Webhook address
profile-give-secret = 🔏 Give the secret
profile-secret-ask =
    <b>🔏 The secret that events are signed with</b>

    The service shows it where the webhook address is set. Send it alone, in one message.
connect-safety-secret = Your message is deleted at once. The secret is stored encrypted and never shown again.
profile-secret-kept = ✅ The secret is kept. You will hear as soon as the service reports something.
profile-secret-undeleted = ✅ The secret is kept. ⚠️ I could not delete your message with it. Please delete it yourself.
profile-secret-malformed = ❌ That cannot be a secret. Copy it whole and send it alone, in one message.
profile-secret-not-here = The secret of this account is with me already; I have deleted your message.
secret-token = <b>🔑 Your new token.</b> I use it already.
secret-webhook = <b>🔏 The secret that events are signed with.</b>
secret-once = It is shown only here and only now. Save it, then tap the button; after ten minutes it is removed by itself.
secret-saved = ✅ Saved
secret-token-gone = 🔒 The token has been removed from the chat. If you did not save it, issue a new one.
secret-webhook-gone = 🔒 The secret has been removed from the chat. If you did not save it, make a new one.

# What is kept of a person

settings-privacy = 🔐 My data
command-privacy = What is kept of you: take it along, or delete it
privacy-title = <b>🔐 My data</b>
privacy-kept =
    Kept here: your Telegram number, language, time zone and settings; your tokens, encrypted; the orders and changes you made, and the news of your domains.
    What you type is kept only while a guided step is under way. Nothing is passed on to anybody but your service.
privacy-you = You can take all of it along as a file, or delete it.
privacy-export = 📄 Send it as a file
privacy-delete = 🗑 Delete everything
privacy-exported = ✅ The file comes in the next message.
privacy-file = All that is kept of you. The file holds no token and no secret.
privacy-first =
    <b>🗑 Delete everything that is kept of you?</b>

    Your accounts are disconnected, alerts end, and the list of your orders, the restore points of your DNS and your settings are gone for good.

    Your domains and your money stay with your service. Keep your token: here nobody can tell it to you afterwards.
privacy-go-on = Go on
privacy-second = <b>⚠️ This cannot be undone.</b> Delete now?
privacy-delete-all = 🗑 Delete everything now
privacy-gone =
    ✅ Everything that was kept of you is deleted.

    To begin anew, send /start.
privacy-open =
    ⏳ { $count ->
        [one] One order is not settled yet: { $references }
       *[other] { $count } orders are not settled yet: { $references }{ $more ->
            [0] {""}
           *[other] {" "}and { $more } more
        }
    }

    Their outcome may concern your money, so nothing is deleted before it is known. I shall tell you when it is.
privacy-see-open = 📋 My orders
