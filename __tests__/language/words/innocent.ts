/** Harmless sentences, one a line, with whatever may be taken for a foul word in disguise. None holds a word of the packaged list. */
const NAMES_AND_PLACES = `
The town of Scunthorpe lies in Lincolnshire.
We drove from Penistone to Sheffield in an hour.
Essex and Sussex are counties in the south of England.
Middlesex was abolished as a county in 1965.
Herbie Hancock played the piano all night.
Mr Hitchcock directed fifty films.
Alfred Hitchcock's Psycho is set in a motel.
Fachingen is known for its mineral water.
The Dickens museum is in Doughty Street.
Emily Dickinson wrote nearly 1800 poems.
Charlie Dickson and Fred Dickerson share an office.
The Cockburn family moved to Edinburgh.
Babcock & Wilcox built boilers.
Clitheroe is a market town in Lancashire.
Lightwater and Shitterton are real villages, says the atlas.
The Wankel engine has a rotor instead of pistons.
Wanker's Corner is a place in Oregon, of all names.
Cummings wrote his name in small letters.
Cumbria has many lakes.
Cumberland sausage is long and coiled.
The Cumnock bus leaves at 7.55.
The Titanic sank in 1912.
Titus Andronicus is an early play.
Mount Titlis is in the Swiss Alps.
Hancock signed first, in large letters.
Assisi is the home of Saint Francis.
Assam tea is strong and malty.
The Assyrian empire fell in 612 BC.
Nassau is the capital of the Bahamas.
Kassel hosts an art fair every five years.
Massachusetts and Arkansas voted on Tuesday.
Mr Glasscock sells windows.
Peacock Lane is closed today.
The Woodcock Inn has rooms.
Hitchin, Hertfordshire, has a lavender farm.
Fuchs is the German word for fox.
The Fugger family lent money to emperors.
Fukushima and Fukuoka are in Japan.
Phuket is an island in Thailand.
Fukuyama wrote about the end of history.
Mount Fuji is 3776 metres high.
Shitake and enoki were sold out, so we bought champignons.
The Shiite minority lives in the east.
Matsushita was founded in 1918.
Yoshitaka and Toshitsugu came to dinner.
Herr Fick-Müller is out of office until 12 May.
Frau Bitzer hat angerufen.
The Butte County fair is in August.
Buttermere is a lake in the Lake District.
Buttercup fields stretch to the horizon.
Sextus Empiricus was a sceptic.
The Sexton family keeps the graveyard.
Wessex was a kingdom of the Saxons.
Arsenal won 2-1 against Everton.
Count Arsen Lupin is a gentleman thief.
Analisa and Anatole are getting married.
Lake Titicaca is the highest navigable lake.
Uranus and Janus are both gods.
Tetanus shots last ten years.
The Vatican archives were opened in 1881.
Slutsk is a town in Belarus.
The Slough trading estate is huge.
Spicer and Spicker are surnames.
Niger and Nigeria share a border.
The Niger river is 4180 km long.
Montenegro joined in 2006.
Rio Negrinho is a small town in Brazil.
Mr Rapert and Mrs Rapelje spoke first.
Grapevine, Texas, is near the airport.
The Draper family, the Raper family, the Roper family.
Crapper & Co. made bathroom fittings.
Pornic is a port on the Atlantic coast.
Ponsonby pointed at the map.
Porntip is a common name in Thailand.
Kukui, Kaka'ako and Kapiolani are stops on the line.
Kakadu National Park is in the north.
Dongguan makes half of the world's toys.
Wang Fu King was asked for advice.
Fu Manchu is a figure in novels.
Cho Ken and Chi Kin study together.
Dr. Kuntz will see you now.
Professor Kuntze named many plants.
Kunti is a figure in the Mahabharata.
Countess Szechenyi arrived late.
Cuntz was a botanist.
Birchenor is a hamlet.
Bitche has a citadel from the 18th century.
Bitchū was a province of Japan.
Twatt is a village in Orkney.
Pissarro painted Paris in the rain.
Pissouri Bay has a fine beach.
The word is engineer.
Regina is the capital of Saskatchewan.
Virginia and Georgia are states.
Cockermouth is where Wordsworth was born.
Cockfosters is the end of the Piccadilly line.
Hore Abbey is a ruin near Cashel.
The Whorf hypothesis is about language and thought.
Horeb is another name of Sinai.
Nippon Steel raised its forecast.
The Nipissing district is in Ontario.
Bonnerup is a village in Denmark.
Bonner is a surname from Bonn.
`;

const PLAIN_WORDS = `
The assassin was never caught.
She teaches the advanced class.
Please pass the salt.
The mass of the electron is tiny.
The basement was flooded.
What is the title of the book?
My therapist says hello.
The pilot sat in the cockpit.
I would like a cocktail without alcohol.
We ate shiitake with rice.
A bunch of grapes costs two euros.
Data analysis takes time.
The analyst analysed the analogue signal.
An analogy is not a proof.
The canal was analogous to a street.
Banal remarks fill the final chapter.
Assess the assets and assign the associates.
The assistant assumed that the assembly was cancelled.
An assortment of assorted biscuits.
Assuming that it rains, we stay in.
The ambassador's embassy was closed.
Brass, glass, grass and moss.
The compass and the trespasser.
He is a passionate passenger.
Classic cars are classified by age.
Molasses, carcass, cuirass.
The bass player embarrassed himself.
Harass is spelled with one r.
A massive massage chair.
The mattress is too soft.
The buttress supports the wall of the abbey.
Buttons and butter, buttered toast.
A rebuttal of the argument.
The attitude and altitude of the plane.
Competition and repetition are different things.
The petition was signed by titans of industry.
Constitution, institution, substitution.
Titanium is light and strong.
Title case, entitled, subtitles.
A document for the circumference.
The cucumber is a fruit.
Accumulate, cumulative, accumulation.
Circumstances and incumbents.
The incumbent won the vote.
Vacuum the carpet, please.
Cumin and coriander go well together.
The scum on the pond is green.
Locum doctors fill the gaps.
Talcum powder and modicum.
The dickey bird sat on a branch.
A predicament, a contradiction, an addiction.
Medical dictionaries, dictation and dictators.
The verdict was predictable.
The peacock spread its feathers.
A stopcock shuts off the water.
The weathercock turned east.
A shuttlecock has sixteen feathers.
Cockroaches, cockatoos and cockles.
The cockerel crowed at five.
Hancock's half hour was on the radio.
A cocked hat has three corners.
Poppycock, said the colonel.
She pricked her finger; prickly pears are prickly.
The skyscraper has scaffolding around it.
Scraped knees, draped curtains.
Drapes, grapes, shapes and capes.
The trapeze artist fell.
Therapy helps; a therapeutic drape.
Rapeseed fields are yellow in May.
Rapid rappers rapping rapidly.
Rapport and rapture.
The rapier was made in Toledo.
She was wrapping presents.
He scraped the drapery.
Scatter the seeds; the cat scatters them.
Scathing reviews, unscathed actors.
The scattered scatterplot.
Sextant, sextet, sextuplets.
The old sexton rang the bell.
Bisexuality? No: this text is about bisection.
Sussing out what happened.
Sexagesimal numbers have base sixty.
Six, sixty, sixth.
Unisexed? The word is annexed.
The pen is mightier than the sword.
My pen is in the drawer and his pen is blue.
A happening is happening.
The carpenter's pennies.
Peninsula and peninsular.
Penicillin was discovered by accident.
The analogue pen is refillable.
The shift key is stuck.
Push it to the limit.
Wash it before you eat it.
The ball is hit hard.
This hit was number one.
Fresh iterations, fish items, dish italics.
She wishes hits were easier.
English italics are elegant.
I crash items together and smash it up.
Publish it today and finish it tomorrow.
A flash iterated over the screen.
As she said, it is late.
It was she who came as soon as she could.
He has asked as satisfactorily as anyone.
As soon as Sarah is back, call me.
Was sad, has said, as such.
Bass and tenor, as so often.
The gas station, as sketched.
Such a shiny thing.
Shirt, skirt, sheet, shot, shut.
The shifty salesman shirked.
A ship, a shin, a shim.
Duck, luck, muck, puck, tuck, buck.
Fork, flock, folk, fact, frock.
Truck drivers, ducklings and bucketfuls.
Chuck it into the bucket.
Stuck in the muck, the truck was struck.
Fickle weather, ficus trees.
Count the counties in the country.
The counter counts the discount.
Encounter, account, accountant.
Cant, can't, cent, cont.
The hunt for the blunt count in the punt.
Shunt the runt to the front.
Batch, botch, butch, birch, beach, bench.
The pitch was a glitch in the ditch.
Stitch, switch, twitch and witch.
A bit changed: the bit-charge was low.
A habit charted over ten years.
A bit chilly today.
It itches and he twitches.
We say tidbits here, or titbits.
A titillating novel? Hardly.
Stop, shop, slop, slot, slit, slat.
A slight salute; slate and slots.
Solution, salutation, absolute.
The absolute value of an insult.
Pushy people and fussy eaters.
Pass youth tickets at the gate.
The posse rode out at dawn.
Mossy stones and glossy paper.
Puss in Boots is a fairy tale.
Porous rocks, portly gentlemen, spores.
Popcorn and acorn and horn.
Important porters import portraits.
Corn, torn, worn, thorn, pore.
Whose shore is it? Who're you?
Where were the wares of Ware?
Who reads this? Who remembers that?
The chore of shore duty; more ore.
Wharves, whorls and whoops.
A hoard of gold, a horde of riders.
Nipper, nippy, turnip pleases.
Snipping and shipping and chipping.
Big gerbils and bigger gerbils.
Snigger is a kind of laugh.
Trigger, jigger, rigger and digger.
Niggling doubts remain.
A niggardly amount.
The raccoons raided the bins, the cocoon opened.
Tycoons, cocoons and lagoons.
Spoons, moons, swoon.
Spicy food, spices and suspicion.
Despicable, conspicuous, auspicious.
Hospices and hospitals.
Fragile, fagots? The dish is called faggots no more; fag-end is no word of mine, faggoty neither.
`.replace(/^Fragile.*$/m, 'Fragile flags, fangs and fags-to-riches misprints are corrected to rags.');

const SIGNS_AND_NUMBERS = `
The price is $500, not $455.
It costs $5 or $$ on the map; $$$ means expensive.
Restaurants marked $$$$ are very expensive.
US$ 40 and A$ 55 and C$ 30.
Between 455 and 545 people came.
Call 455-4455 or 5455.
The A55 road runs through North Wales.
The Galaxy A55 5G is out of stock.
Chapter 455, page 54.
Flight BA455 to Boston is delayed.
The order number is 5H17-2024.
Part 7175 fits the 7417 series.
Model C0CC2 is obsolete.
Route 66 and 6x6 lorries.
R2D2 and C3PO are robots.
The formula is y = a*s + b.
In Python f(x) = x**2 and g = 2**10.
Compute s*t, c*t and d*t for all t.
Set a = b*c*d and return a*b.
The regex is [a-z]*s*t+ and nothing else.
The glob src/**/*.ts matches all sources.
Run rm -f *.o before make.
The key of F# and C# minor.
I write C# and F# for a living.
Use @param and @returns in comments.
Mail me at assoc.prof@example.edu.
@assembly and @assets are path aliases.
Follow @sassy_cook and @massimo.
Use $HOME, $SHELL and $SHLVL.
echo $HIT_COUNT && echo $TITLE
const $hidden = $('#title');
The variable $sh is empty.
#include <assert.h>
assert(a == 5 && b != 5);
if (a55 != 0x455) return;
The colour is #a55a55 or #fa6f06.
#b00b1e would be a strange colour, #b00 is red.
0xB00B5 is a joke constant of kernel programmers.
0xdeadbeef 0xcafebabe 0xf00dface
The hash is 5e4b55a5c0c0d1c4.
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
uuid 123e4567-e89b-12d3-a456-426614174000
The MAC address is a5:5a:55:a5:5a:55.
IPv6 fe80::a55:5a5:fa6
base64: c2hpdGFrZQ== and Zm9vYmFy
commit 4a55e71 fixes the build
https://example.com/class/mass/assess?id=455
https://scunthorpe.example.org/essex/sussex.html
http://www.penistone.gov.uk/planning
https://example.com/push-it-to-the-limit
https://www.therapistfinder.example/analysis
The address is pen-island dot net.
see example.com/a-s-sample or b-u-t-ton.css
ftp://ftp.example.com/pub/assets/title.txt
C:\\Users\\Massey\\Documents\\class.doc
/usr/share/class/assets
node_modules/assert/build/assert.js
npm install --save-dev class-validator
git push it-branch
git push --set-upstream origin fix/shift-hit
x x x marks the spot? One x does.
The placeholder is XXXX-XXXX.
Roman numerals: XIX, XXI, XXIV and XXXV.
The T-shirt sizes are S, M, L, XL and XXL.
F. U. N. is spelled like that.
F.U.N., said the poster.
The F.B.I. and the C.I.A. were there.
U.S. and U.K. troops
P.S. and P.P.S. and A.S.A.P.
A. S. Byatt and S. S. Van Dine wrote novels.
J. R. R. Tolkien and C. S. Lewis were friends.
T. S. Eliot and E. E. Cummings wrote poems.
S. E. Hinton wrote The Outsiders.
D. H. Lawrence, H. G. Wells, W. H. Auden
A. N. A. L. Ysis is not a name.
A N A L Y S I S in wide letters
C L A S S I C in wide letters
S H I F T and E N T E R
A S S E M B L Y
T I T L E
B A S S
G R A S S
C O C K T A I L S
S E X T A N T
Answers: A B A C D D A C
Row: a s d f g h j k l
Keys: W A S D
Do re mi: c d e f g a b c
Grades: A, B, C, D, E, F
Option a, s or t; then d, i, c.
p-a-s-s-w-o-r-d
p.a.s.s.p.o.r.t
m-a-s-s
h-i-t, s-i-t, f-i-t
s.t.a.r.t
l.o.l. and o.m.g.
sooooo good, yessss, nooooo
Hmmmm, mmmm, aaaah, zzzz, brrrr
coooool, looool, whaaaat, pleeeease
suuuure, duuude, niiiice
passsss, classsss, masssss
waaaait, shhhhh, ssssh, psssst
fuuuun, fuuuull, fuuurther
shiiiip, shiiine, hiiiit
diiiish, duuuck, luuuuck, truuuuck
biiiig, bittten, witchhh
yummmy, cummmulative, hummm
Buuuut why? Buuuttterfly.
aaaaand goooood
wooorn, cooorn, hooorn
assssembly, asssess
!!! ??? *** ### @@@ $$$ %%%
**Bold** and *italic* and ***both***
* item one
* s
- a
1) it 2) is 3) hit
5 * 4 = 20 and 20 * 5 = 100
*sighs* *shrugs* *laughs*
~~struck~~ and __underlined__
s/h/it/ is a sed expression? No.
s/he/they
he/she/it
and/or, his/her, w/o
is/hit/ok
a/s/l was asked in chat rooms.
(a)ss(b)... no: (a) yes (b) no
[a][s][d]
"a", "s", "s"
a, s, s
a; b; c
x_1, x_2, s_t, d_i
p_a = s_s
snake_case, pass_it, as_s3_client, is_hit
dash-it, push-it, wash-it-up
class_title, basement_2, mass_5
5h 17m, 1h 20m, 7h 15min
5ft 11in and 175 lb
4 and 1/2, 50 % of 455
$1.55, $4.55, $5.45
€455 and £545 and ¥5000
¢50 or 50¢
+1 555 0199 455
+4 / -4, ±5, ×5
3D, 4K, 5G, 7Z, 8K
MP3, MP4, H264, S3, EC2, K8s, i18n, l10n, a11y
S3 bucket, $3 ticket, s3 client
SH1106 display, SHT31 sensor, DHT11
SHT15 and SHT75 are humidity sensors.
T1T2 and T5: vertebrae and lines
TB1T, TI7, T17, T1-T5
B17 bombers and B52 bombers
D1CE and D20 are dice
P0RT 8080? Port 8080.
A box of PEN150 pens.
A4 paper, A5 flyers, A3 posters
A5S5 A4N4 B0B0 C0C0
4N4 matrix, 4x4 drive
`;

const OTHER_LANGUAGES = `
Das Wasser aus Fachingen schmeckt mir.
Die Klasse lernt Deutsch.
Der Pass ist abgelaufen.
Die Masse der Sonne ist groß.
Er hat die Asse im Ärmel.
Das As im Ärmel heißt Trumpf-As.
Sein Titel lautet Doktor.
Die Kassette liegt im Kassenschrank.
Ein Sechser im Lotto.
Um sechs Uhr geht es los.
Sexta, Quinta, Quarta: so hießen die Klassen.
Die Fähre fährt um fünf.
Ein dickes Buch mit dicken Seiten.
Die Dicke der Wand beträgt 20 cm.
Er ist ein dicker Kater.
Ich muss die Fuge verfugen.
Fugger, Fuchs und Funk.
Der Zug fuhr nach Kassel.
Die Füchsin und der Fuchs.
Der Bock springt über den Block.
Der Rock passt zur Jacke.
Der Fluch der Karibik.
Die Flucht gelang.
Die Frucht der Bucht.
Die Hexe fliegt.
Die Kunst der Fuge.
Kunststück, sagte der Künstler.
Die Kundin kommt um acht.
Der Schiedsrichter pfeift.
Die Schicht beginnt um sechs.
Schick, schlicht und schön.
Schüttel das Glas.
Er schied aus dem Amt.
Der Bass ist zu laut.
Im Bassin schwimmen Fische.
Die Tasse ist voll.
Was sie sagt, stimmt.
Das sagte sie.
Es war spät, als sie kam.
Die Titanic und ihr Kapitän.
Ein Tütchen Tee.
Die Analyse ist fertig.
Der Kanal ist tief.
Das Signal ist banal.
Ein Annus horribilis war das.
Der Pfarrer liest die Messe.
Peinliche Pause.
Ihr Penning ist verloren.
Der Punsch ist heiß.
Die Kirche steht am Markt.
Ein Bischof besuchte die Stadt.
Ein bisschen Spaß muss sein.
Die Bitte wurde erhört; er bittet um Ruhe.
Der Butler bringt Butter.
Die Hütte steht am See.
La classe est pleine.
Le passé compose avec l'avenir.
Il passe son temps à lire.
La masse est en kilogrammes.
Assez parlé, asseyez-vous.
L'assiette est sur la table.
Elle est assise.
Le titre du livre est long.
Le petit chat est mort.
La pénicilline guérit.
Un pénible voyage.
Le coq chante.
Une coquille dans le texte.
Un cocktail de fruits.
Le phoque nage dans la mer.
Les phoques dorment au soleil.
Le focus est net.
Il fuit la fumée.
Le fût est plein.
Un bûcheron dans la forêt.
La bûche de Noël.
La biche est belle.
Les biches courent.
Une fiche technique.
Un caniche blanc.
Les niches fiscales.
Le luth et la flûte.
Salut, ça va?
Absolument pas.
La pousse verte.
Il pousse fort.
Cinq et six font onze.
Le sexe? Non: le Sextant.
Les échecs sont un jeu.
Le déjeuner est prêt.
Un canapé d'angle.
Le canal du Midi.
Une annale de 1900.
Sept cent cinquante.
Cumuler des points.
Un document officiel.
La voiture est garée.
El título es corto.
La clase empieza a las ocho.
El análisis fue útil.
Él es así.
¿Qué pasa?
Asesoría y asistencia.
Los cocodrilos viven en el río.
Coche, noche, leche.
La tía come sandía.
El dictado es difícil.
Un dictamen médico.
La pieza encaja.
Año nuevo, vida nueva.
Il titolo è lungo.
La classe è piena.
Un assaggio, per favore.
L'assegno è in banca.
Il passo è breve.
La pasta è cotta.
Il cucchiaio è sporco.
Dico la verità.
Diciamo di sì.
Il dito e il dado.
De klas is vol.
De kas is van glas.
Ik pas op de kat.
Het dikke boek.
De dikke kat slaapt.
Het kanaal is diep.
De fiets staat buiten.
De slager is open.
Сейчас шесть часов.
Он сказал, что придёт.
Это хорошая книга.
Кокос растёт на пальме.
Сок вкусный, а рост высокий.
Тот кот сух.
Нос, рот, лоб.
Она сама так сказала.
Касса работает до шести.
Масса тела.
Класс!
Анализ крови готов.
Ο πατέρας είναι εδώ.
Η μάζα είναι μικρή.
Καλημέρα σας.
東京の天気は晴れです。
这本书很有意思。
한국어를 배워요.
`;

const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** Words that a filter which looks inside words trips over, each in a sentence. */
const LOOK_ALIKES =
  'assassinate assay assemble assert assignment assimilate assonance assure bassoon brassiere cassette cassock class-action crass encompass glassware grasshopper hassle impasse jurassic lass lasso massacre massif morass parnassus passage passport potassium quassia sassafras surpass tassel underpass vassal wassail ' +
  'cockade cockatrice cockeyed cockleshell cockney cockscomb cocksure cocoa gamecock hitchcockian peacockish seacock spatchcock ' +
  'analects analgesic analogous analyse bacchanalia canalise penalty psychoanalyst ' +
  'circumflex cucumbers document ecumenical encumber illuminate lucumo succumb tecumseh ' +
  'dickcissel benedick medick fiddlestick matterhorn unicorn porcupine pornichet ' +
  'arsenic parse parsec coarse hoarse sparse tarsier ' +
  'constituent latitude multitude platitude prostitution quantity stitch titanic titration titter ' +
  'grapefruit drapery parapet rapeseed rapids scrapes skyscrapers traipse ' +
  'essexite hexagon middlesex sextile sexton sixteen unisex ' +
  'shitake sushi-time cushion brushite kitsch whitish ' +
  'buckram ducking huckleberry puckish succour truckle tuckahoe ' +
  'pussyfoot opossum possess ' +
  'pensive peninsula penisular pencil spiniest openings ' +
  'raccoon cocoon cooney coontie spoonful tycoon ' +
  'orgiastic gorgeous george morgue porgy ' +
  'semester semantic amusement basement casement easement advertisement ' +
  'nippers snippets catnip parsnips turnips ' +
  'spastically elasticity plasticine ' +
  'vagrant vague navigate ' +
  'whooping whoever wholesome wherever ' +
  'slutch slug sloth slats slits ' +
  'swank swanky wankel wangle ' +
  'twattle twain tweet ' +
  'grappling draping scraping wrapping trapping';

const SENTENCES = [
  'The word "X" is in the dictionary.',
  'He wrote X on the board.',
  'X is what I meant.',
  'I looked up X and found nothing odd.',
];

export const INNOCENT: readonly string[] = [
  ...[NAMES_AND_PLACES, PLAIN_WORDS, SIGNS_AND_NUMBERS, OTHER_LANGUAGES].flatMap(lines),
  ...LOOK_ALIKES.split(' ').map((word, i) => SENTENCES[i % SENTENCES.length]!.replace('X', word)),
];
