/**
 * Written after the rules were finished, to see what they are worth on what they were not made for. Do not mend a rule for one of these: write
 * others then.
 */
export const FRESH_DISGUISES: readonly string[] = [
  'This game is sh1tty.', 'That is some serious bull5hit.', 'Oh f***, I forgot my keys.', 'My boss is a real d1ckhead, a d1ck I say.', 'You absolute tw@t!', 'Go f*ck yourself', 'what a load of b0ll0cks', 'B O L L O C K S to that', 'Stop being such a b1tch about it',
  'Holy sh!t that was close', 'H0rny again?', 'She is a wh*re, he claims', 'eat sh.i.t and die', 'Nice t!ts', 'She sent n00des, no: nud3 pictures', 'WTF is this s#it', 'you f**king liar', 'F-U-C-K this', 'he is an a-hole, an @sshole', 'SHIIIIIIIIT', 'that фuck thing', 'ѕuck it',
  'рussу riot', 'Nobody gives a f\u00adu\u00adck', 'ｂａｓｔａｒｄ', 'you motherf#cker', 'm0therfucker', 'mother****er', 'total clusterf*ck', 'cluster f u c k', 'p€nis', 'P.E.N.I.S', 'v a g i n a', 'v4gina monologues', 'pr0n and p0rn', 'p o r n o', 'that s|ut', 'slüt', 's1ut shaming', 'sl*ts? a sl*t!',
  'What a d!ldo', 'He wanted a bl*wjob', 'or6asm', 'b.o.o.b.s', 'b00bies, b00bs', 'as$hole drivers', 'assh0les, every assh0le', 'a.s.s.h.o.l.e.', 'c.u.m', 'k!nky stuff', 'j1zz everywhere', 'jïzz', 'wanķ', 'W A N K', 'ｗａｎｋ', 'goddamn c*cks', 'cöcks', 'с0ck', 'сосk and bull', 'cunttttt',
  'c\u200bu\u200bn\u200bt', '𝓬𝓾𝓷𝓽', '🅲🆄🅽🆃', 'ⓒⓤⓝⓣ', 'cυnt', 'n1pples', 'fággot', 'f4ggot', 'r a p e', 'r@pist', 'pi$$ing me off', 'p!ssing rain', 'piss1ng about', 'ѕexual', 'sexxxxy', 'ѕ3х', 'm a s t u r b a t e', 'm@sturbation', 'suckkkkk it', '$uck it', 'sh¡t',
];

export const FRESH_INNOCENT: readonly string[] = [
  'The Arsenal captain passed the ball to Peacock.', 'Cassandra assessed the brass basins.', 'He lives in Clapham and works in Essex.', 'Set PATH=$HOME/bin:$PATH and run it.', 'The class S1mple extends Base.', 'Press F5 and then Shift+Tab.', 'A 5 hit combo costs $15.', 'The sum s+h+i+t of four numbers',
  'x = a * s * s', 'for (let i = 0; i < t; i++) s += i;', 'if (a && s) return t | s;', 'p = u * v * t', '3.5 kg, 4.5 kg and 5.5 kg', 'The winner was 5-2 up at half time.', 'A. B. C. D. E. F.', 'I. M. Pei and I. F. Stone', 'B. B. King played the blues.', 'The U.S.S. Enterprise', 'S.O.S. and S.W.A.T.',
  'D.I.Y. and R.I.P.', 'Dr. A. S. Smith', 'Section 4.5.5 says so.', 'v1.4.5-beta.55', 'ISBN 978-3-455-40455-5', 'IBAN DE55 4555 0000', 'MATH 101 and HIST 455', 'He scored 4/5.', 'It is 5 past 7.', 'Gate A55, seat 4A.', 'Windows 7 and iOS 15', 'the 70s and 80s', 'H1N1, B12, D3', 'SHA1 and SHA3', 'SH3 domains bind proline.',
  'The shiny shirt shrank.', 'Shih Tzu dogs bark.', 'Hush, it is late.', 'Fetch us the book.', 'Rush it through the House.', 'With us, it works.', 'Thus it is written.', 'Dismiss the missing title.', 'Mississippi and Missouri', 'Tennessee whiskey', 'A committee of trustees', 'Bookkeeping needs care.',
  'I feel sooo tired todayyy', 'Noooo wayyyy', 'Yaaaas queen', 'Goooooal!', 'Helloooo there', 'Thaaaaanks', 'Ahhh, sweeeet', 'Okkkk then', 'Das Gras ist nass.', 'Die Fische im Fass', 'Der Hahn kräht', 'Er passt auf.', 'Ein nasser Hund', 'Müssen wir?', 'Vögelchen singen', 'Le café est fermé.', 'Où êtes-vous?', 'C’est l’été.',
  'El niño está aquí.', 'São Paulo é grande.', 'Zażółć gęślą jaźń', 'Příliš žluťoučký kůň', 'Здравствуйте, как дела?', 'Сок и соль', 'Καλή όρεξη', '今日は天気がいい', 'Ｈｅｌｌｏ　ｗｏｒｌｄ', '𝐇𝐞𝐥𝐥𝐨 𝐰𝐨𝐫𝐥𝐝', 'Smile 🙂🇫🇷🇩🇪', 'naïve façade, résumé, jalapeño', 'Beyoncé and Renée', 'Zoë Kravitz and Chloë Sevigny',
  'https://example.com/f/u/n/c/tion?s=1&h=2', 'git commit -m "fix: as-is"', 'docker run -it --rm ubuntu', 'npm i -D @types/node', '@ssl and @assign', 'user_id, class_id, pass_it', '`a.b.c` and `x.y.z`', 'a|b|c|d', '| a | s | s |', '1. a\n2. s\n3. s', '- s\n- h\n- i\n- t', 's...h...', 'Wait... it is', 'Psst! It is me.',
  'What?! It is!', 'Count: 1, 2, 3!', 'Cant and cannot', 'The Count of Monte Cristo', 'Discounts of 50%', '100% cotton', '*nods* yes', '***', '# Title', '## Analysis', '#hashtag #class #assembly', '@title @media @import', '$title = "x";', 'catch (Exception $ex) {}', '$_POST["title"]', 'sha512-abc==', '#c0ffee and #facade', 'PS5 and PS4', 'M4A1, AK-47, T-34',
];
