// Written by scripts/emoji-names.mjs from emojibase-data 17.0.0 (MIT).

/** The names of emoji, but for skin tones and the flags of countries. */
export const emojiNames = `
  +1 -1 100 1234 1st_place_medal 2nd_place_medal 3rd_place_medal 8ball a a_blood ab ab_blood abacus abc abcd ac
  accept accordion ad adhesive_bandage admission admission_tickets adult ae aerial_tramway af afghanistan ag ai
  airplane airplane_arriving airplane_departure airplane_small al aland_islands alarm_clock albania alembic algeria
  alien alien_monster am ambulance american_samoa amphora amused anatomical_heart anchor andorra android angel anger
  anger_right angola angry angry_face angry_imp anguilla anguished annoyed ant antarctica antenna_bars
  antigua_barbuda anxious ao apathetic apple aq aquarius ar archery argentina aries armenia arrow_backward
  arrow_double_down arrow_double_up arrow_down arrow_down_small arrow_forward arrow_heading_down arrow_heading_up
  arrow_left arrow_left_hook arrow_left_right arrow_lower_left arrow_lower_right arrow_right arrow_right_hook
  arrow_up arrow_up_down arrow_up_small arrow_upper_left arrow_upper_right arrows_clockwise arrows_counterclockwise
  art articulated_lorry artificial_satellite artist aruba as ascension_island asterisk astonished astronaut at
  athletic_shoe atm atom atom_symbol au australia austria auto_rickshaw automobile avocado aw ax axe az azerbaijan b
  b_blood ba baby baby_angel baby_bottle baby_chick baby_symbol back back_arrow back_of_hand backhand_point_up
  backpack bacon badger badminton bagel baggage_claim baguette_bread bahamas bahrain balance_scale bald bald_man
  bald_person bald_woman ballet_shoes balloon ballot_box ballot_box_with_ballot ballot_box_with_check bamboo banana
  bandaid bangbang bangladesh banjo bank bar_chart barbados barber barber_pole baseball basket basketball
  basketball_man basketball_player basketball_woman bat bath bathroom bathtub battery bb bd be beach beach_umbrella
  beach_with_umbrella beans bear bear_face bearded_person beating_heart beaver bed bee beer beer_mug beers beetle
  beginner belarus belgium belize bell bell_pepper bellhop bellhop_bell benin bento bento_box bermuda beverage_box
  bf bg bh bhutan bi bicycle bicyclist bike biking_man biking_woman bikini billed_cap biohazard biohazard_sign bird
  birthday birthday_cake bison biting_lip bj bl black_bird black_cat black_circle black_flag black_heart black_joker
  black_large_square black_medium_small_square black_medium_square black_nib black_small_square black_square_button
  blissful blond-haired_man blond-haired_woman blond_haired_man blond_haired_person blond_haired_woman blond_man
  blond_person blond_woman blonde_woman blood_drop blossom blouse blowfish blue_book blue_car blue_circle blue_heart
  blue_square blueberries blueberry blush bm bn bo boar boat boba_drink bolivia bomb bone book bookmark
  bookmark_tabs books boom boomerang boot bored bosnia_herzegovina botswana bottle_with_popping_cork
  bouncing_ball_man bouncing_ball_person bouncing_ball_woman bouquet bouvet_island bow bow_and_arrow bowing_man
  bowing_woman bowl_spoon bowl_with_spoon bowling boxing_glove boxing_gloves boy bq br brain brazil bread
  breast_feeding brick bricks bride_veil bride_with_veil bridge_at_night briefcase briefs bright
  british_indian_ocean_territory british_virgin_islands broccoli broken_chain broken_heart broom brown_circle
  brown_heart brown_mushroom brown_square brunei bs bt bubble_tea bubbles bucket bug building_construction bulb
  bulgaria bullet_train bullettrain bullettrain_front bullettrain_side burkina_faso burrito burundi bus bus_stop
  business_suit_levitating busstop bust_in_silhouette bust_silhouette busts_in_silhouette busts_silhouette butter
  butterfly bv bw by bz ca cactus cake calendar calendar_spiral call_me call_me_hand calling cambodia camel camera
  camera_flash camera_with_flash cameroon camping canada canary_islands cancer candle candy canned_food canoe
  cape_verde capital_abcd capricorn car card_box card_file_box card_index card_index_dividers caribbean_netherlands
  carousel_horse carp_streamer carpentry_saw carrot cartwheel cartwheeling castle cat cat2 cat_face cayman_islands
  cc cd celebrating censored central_african_republic ceuta_melilla cf cg ch chad chains chair champagne
  champagne_glass chart chart_down chart_up chart_with_downwards_trend chart_with_upwards_trend check_mark
  checked_ballot checkered_flag cheerless cheese cheese_wedge cherries cherry_blossom chess_pawn chestnut chicken
  child children_crossing chile chipmunk chocolate_bar chopsticks christmas_island christmas_tree church ci
  cigarette cinema circled_m circus_tent city_dusk city_sunrise city_sunset cityscape ck cl clamp clap clapper
  clapper_board classical_building climbing climbing_man climbing_woman clinking_glass clinking_glasses clipboard
  clipperton_island clock clock1 clock10 clock1030 clock11 clock1130 clock12 clock1230 clock130 clock2 clock230
  clock3 clock330 clock4 clock430 clock5 clock530 clock6 clock630 clock7 clock730 clock8 clock830 clock9 clock930
  clockwise closed_book closed_lock_with_key closed_umbrella cloud cloud_lightning cloud_rain cloud_snow
  cloud_tornado cloud_with_lightning cloud_with_lightning_and_rain cloud_with_rain cloud_with_snow
  cloud_with_tornado cloudy clown clown_face club_suit clubs clutch_bag cm cn co coat cockroach cocktail cocky
  coconut cocos_islands coffee coffin coin cold_face cold_sweat collision colombia comet comoros compass compression
  computer computer_disk computer_mouse confetti_ball confident confounded confused confused_face congo
  congo_brazzaville congo_kinshasa congratulations construction construction_site construction_worker
  construction_worker_man construction_worker_woman contempt control_knobs convenience_store cook cook_islands
  cooked_rice cookie cooking cool cop copyright coral corn costa_rica cote_divoire couch couch_and_lamp
  counter_clockwise couple couple_heart couple_mm couple_mw couple_with_heart couple_with_heart_man_man
  couple_with_heart_mm couple_with_heart_woman_man couple_with_heart_woman_woman couple_with_heart_ww couple_wm
  couple_ww couplekiss couplekiss_man_man couplekiss_man_woman couplekiss_mm couplekiss_woman_woman couplekiss_ww
  cow cow2 cow_face cowboy cowboy_hat_face coy cp cr crab crayon crazy credit_card crescent_moon cricket
  cricket_bat_ball cricket_game croatia crocodile croissant cross cross_mark cross_mark_button crossbones
  crossed_fingers crossed_flags crossed_swords crown cruise_ship crutch cry crying_cat crying_cat_face crying_face
  crystal_ball cu cuba cucumber cup_straw cup_with_straw cupcake cupid curacao curious curling_stone curly_hair
  curly_haired curly_haired_man curly_haired_person curly_haired_woman curly_loop currency_exchange curry curry_rice
  cursing_face custard customs cut_of_meat cv cw cx cy cyclone cyprus cz czech_republic dagger dagger_knife dancer
  dancers dancing_men dancing_women dango dark_sunglasses dart dash dashing_away date de deaf_man deaf_person
  deaf_woman deciduous_tree decorative_notebook deer denmark department_store derelict_house derelict_house_building
  desert desert_island desktop desktop_computer detective dg diamond_dot diamond_shape_with_a_dot_inside
  diamond_suit diamonds diego_garcia dim direct_hit disappointed disappointed_relieved disbelief disguised_face disk
  distressed dividers diving_mask division diya_lamp dizzy dizzy_face dizzy_star dj djibouti dk dm dna do
  do_not_litter dodo dog dog2 dog_face dollar dollar_sign dolls dolphin dominica dominican_republic donkey door
  dotted_line_face double_curly_loop double_exclamation double_helix double_vertical_bar doughnut dove dove_of_peace
  down_arrow down_button down_red_triangle dragon dragon_face dress dress_shoe dromedary_camel drool drooling
  drooling_face drop_of_blood droplet drum drum_with_drumsticks duck dumpling dusk dvd dz e-mail e_mail ea eagle ear
  ear_of_corn ear_of_rice ear_with_hearing_aid earth_africa earth_americas earth_asia ec ecstatic ecuador ee eg egg
  eggplant egypt eh eight eight_oclock eight_pointed_black_star eight_pointed_star eight_spoked_asterisk
  eight_thirty eject eject_button eject_symbol el_salvador electric_plug elephant elevator eleven_oclock
  eleven_thirty elf elf_man elf_woman email embarassed empty_nest end end_arrow england enraged entertained envelope
  envelope_arrow envelope_with_arrow equatorial_guinea er eritrea es estonia et ethiopia eu euro euro_banknote
  european_castle european_post_office european_union evergreen_tree ewe exclamation exclamation_question exhausted
  expecting_woman exploding_head expressionless eye eye_bubble eye_in_speech_bubble eye_speech_bubble eyeglasses
  eyes face_exhaling face_holding_back_tears face_in_clouds face_palm face_vomiting face_with_cowboy_hat
  face_with_diagonal_mouth face_with_hand_over_mouth face_with_head_bandage face_with_monocle
  face_with_open_eyes_and_hand_over_mouth face_with_peeking_eye face_with_raised_eyebrow face_with_rolling_eyes
  face_with_spiral_eyes face_with_symbols_over_mouth face_with_thermometer facepalm facepunch facetious factory
  factory_worker fairy fairy_man fairy_woman falafel falkland_islands fallen_leaf family family_adult_adult_child
  family_adult_adult_child_child family_adult_child family_adult_child_child family_man_boy family_man_boy_boy
  family_man_girl family_man_girl_boy family_man_girl_girl family_man_man_boy family_man_man_boy_boy
  family_man_man_girl family_man_man_girl_boy family_man_man_girl_girl family_man_woman_boy family_man_woman_boy_boy
  family_man_woman_girl family_man_woman_girl_boy family_man_woman_girl_girl family_mb family_mbb family_mg
  family_mgb family_mgg family_mmb family_mmbb family_mmg family_mmgb family_mmgg family_mwb family_mwbb family_mwg
  family_mwgb family_mwgg family_wb family_wbb family_wg family_wgb family_wgg family_woman_boy family_woman_boy_boy
  family_woman_girl family_woman_girl_boy family_woman_girl_girl family_woman_woman_boy family_woman_woman_boy_boy
  family_woman_woman_girl family_woman_woman_girl_boy family_woman_woman_girl_girl family_wwb family_wwbb family_wwg
  family_wwgb family_wwgg farmer faroe_islands fast_down_button fast_forward fast_up_button fax fax_machine fearful
  fearful_face feather feet female female_detective female_sign fencer fencing ferris_wheel ferry fi field_hockey
  fiji file_cabinet file_folder film_frames film_projector film_strip fingers_crossed finland fire fire_engine
  fire_extinguisher firecracker firefighter fireworks first_place first_place_medal first_quarter_moon
  first_quarter_moon_face first_quarter_moon_with_face fish fish_cake fishing_pole fishing_pole_and_fish fist
  fist_left fist_oncoming fist_raised fist_right five five_oclock five_thirty fj fk flag_black flag_gbeng flag_gbsct
  flag_gbwls flag_in_hole flag_white flags flame flamingo flan flashlight flat_shoe flatbread fleur-de-lis
  fleur_de_lis flexed_biceps flight_arrival flight_departure flipper flirty floppy_disk flower_cards
  flower_playing_cards flushed flushed_face flute fly flying_disc flying_saucer fm fo fog foggy folded_hands
  folding_hand_fan fondue foot football footprints fork_and_knife fork_and_knife_with_plate fork_knife_plate
  fortune_cookie fountain fountain_pen four four_leaf_clover four_oclock four_thirty fox fox_face fr frame_photo
  frame_with_picture framed_picture free freezing french_bread french_fries french_guiana french_polynesia
  french_southern_territories fried_egg fried_shrimp fries frightened frog frog_face frowning frowning2
  frowning_face frowning_man frowning_person frowning_woman frustrated fu fuel_pump fuelpump full_moon
  full_moon_face full_moon_with_face funeral_urn ga gabon gambia game_die garlic gasp gay_pride_flag gb gd ge gear
  gem gem_stone gemini genie genie_man genie_woman georgia germ gf gg gh ghana ghost gi gibraltar gift gift_heart
  ginger_root giraffe girl gl glad glass_of_milk glasses gleeful globe globe_with_meridians gloomy gloves
  glowing_star gm gn goal goal_net goat goblin goggles golf golfer golfing golfing_man golfing_woman goose gorilla
  gp gq gr graduation_cap grandma grapes greece green_apple green_book green_circle green_heart green_salad
  green_square greenland grenada grey_exclamation grey_heart grey_question grimaced grimacing grin grinning
  grinning_cat grinning_face growing_heart gs gt gu guadeloupe guam guard guardsman guardswoman guatemala guernsey
  guide_dog guinea guinea_bissau guitar gun guyana gw gy haha hair_pick haircut haircut_man haircut_woman haiti halo
  hamburger hammer hammer_and_pick hammer_and_wrench hammer_pick hammer_wrench hamsa hamster hamster_face hand
  hand_over_mouth hand_splayed hand_with_index_and_middle_finger_crossed hand_with_index_finger_and_thumb_crossed
  handbag handball handball_person handicapped handshake hankey happy happy_kiss hash hatched_chick hatching_chick
  head_bandage head_shaking_horizontally head_shaking_vertically headphone headphones headstone health_worker
  hear_no_evil heard_mcdonald_islands hearing_aid heart heart_decoration heart_exclamation heart_eyes heart_eyes_cat
  heart_hands heart_on_fire heart_ribbon heart_suit heartbeat heartpulse hearts heavy_check_mark heavy_division_sign
  heavy_dollar_sign heavy_equals_sign heavy_exclamation_mark heavy_heart_exclamation
  heavy_heart_exclamation_mark_ornament heavy_minus_sign heavy_multiplication_x heavy_plus_sign hedgehog helicopter
  helmet_cross helmet_with_cross helmet_with_white_cross herb hero hibiscus high_brightness high_heel high_voltage
  hiking_boot hindu_temple hippo hippopotamus hk hm hn hocho hockey holding_hands_mm holding_hands_mw
  holding_hands_people holding_hands_wm holding_hands_ww hole homes honduras honey_pot honeybee hong_kong hook horse
  horse_face horse_racing hospital hot_beverage hot_dog hot_face hot_pepper hot_springs hotdog hotel hotsprings
  hourglass hourglass_flowing hourglass_flowing_sand house house_abandoned house_buildings house_garden
  house_with_garden houses hr hrmph ht hu hugging hugging_face hugs hungary hushed hushed_face hut hyacinth ic ice
  ice_cream ice_cube ice_hockey ice_skate icecream iceland id identification_card ideograph_advantage ie il ill im
  imp in in_bed inbox_tray incoming_envelope index_pointing_at_the_viewer india indifferent indonesia infinity info
  information information_desk_person information_source injured innocent input_numbers input_symbols interrobang io
  iphone iq ir iran iraq ireland is island isle_of_man israel it izakaya_lantern ja_acceptable ja_application
  ja_bargain ja_beginner ja_chart ja_congratulations ja_discount ja_free_of_charge ja_here ja_monthly_amount
  ja_no_vacancy ja_not_free_of_carge ja_open_for_business ja_passing_grade ja_post_office ja_prohibited ja_reserved
  ja_secret ja_service_charge ja_vacancy jack_o_lantern jamaica japan japanese_castle japanese_goblin japanese_ogre
  jar je jeans jellyfish jersey jigsaw jm jo joker jolly_roger jordan joy joy_cat joyful joyful_cat joystick jp
  judge juggler juggling juggling_person juice_box kaaba kangaroo karate_uniform kayak kazakhstan ke kenya key key2
  keyboard keycap_asterisk keycap_ten kg kh khanda ki kick_scooter kimono kiribati kiss kiss_lips kiss_man_man
  kiss_mark kiss_mm kiss_mw kiss_wm kiss_woman_man kiss_ww kissing kissing_cat kissing_closed_eyes kissing_face
  kissing_heart kissing_smiling_eyes kitchen_knife kite kiwi kiwi_fruit kiwifruit km kn kneeling_man kneeling_person
  kneeling_woman knife knot koala koala_face koko kosovo kp kr kuwait kw ky kyrgyzstan kz la lab_coat label lacrosse
  ladder lady_beetle lady_bug lantern laos laptop large_black_square large_blue_circle large_blue_diamond
  large_orange_diamond large_white_square last_quarter_moon last_quarter_moon_face last_quarter_moon_with_face
  latin_cross latvia laugh laughing lb lc leafy_green leaves lebanon ledger left_arrow left_facing_fist left_fist
  left_luggage left_right_arrow left_speech left_speech_bubble leftwards_arrow_with_hook leftwards_hand
  leftwards_pushing_hand leg lemon leo leopard lesotho level_slider levitate li liar liberia libra libya
  liechtenstein lifter light_blue_heart light_bulb light_rail lightning lime link linked_paperclips lion lion_face
  lips lipstick lithuania litter_bin lizard lk llama lmao lobster lock lock_with_ink_pen locked locked_key
  locked_pen locomotive lol lollipop long_drum loop lorry lotion lotion_bottle lotus lotus_position
  lotus_position_man lotus_position_woman loud_sound loudspeaker love love_hotel love_letter love_you_gesture
  lovestruck lovestruck_cat loving_kiss low_battery low_brightness low_sound lower_left_ballpoint_pen
  lower_left_crayon lower_left_fountain_pen lower_left_paintbrush lr ls lt lu luggage lungs luxembourg lv ly lying
  lying_face m ma macau macedonia madagascar mag mag_right mage mage_man mage_woman magic_wand magnet mahjong
  mailbox mailbox_closed mailbox_mail mailbox_no_mail mailbox_with_mail mailbox_with_no_mail malawi malaysia
  maldives male male_dancer male_detective male_sign mali malta mammoth man man_artist man_astronaut man_bald
  man_beard man_biking man_bouncing_ball man_bowing man_cartwheeling man_chinese_cap man_climbing
  man_construction_worker man_cook man_curly_haired man_dancing man_deaf man_detective man_elf man_facepalming
  man_factory_worker man_fairy man_farmer man_feeding_baby man_firefighter man_frowning man_genie man_gesturing_no
  man_gesturing_ok man_getting_face_massage man_getting_haircut man_golfing man_guard man_handball man_health_worker
  man_hero man_in_business_suit_levitating man_in_lotus_position man_in_manual_wheelchair
  man_in_manual_wheelchair_facing_right man_in_motorized_wheelchair man_in_motorized_wheelchair_facing_right
  man_in_steamy_room man_in_tuxedo man_judge man_juggling man_kneeling man_kneeling_facing_right man_lifting_weights
  man_lotus_position man_mage man_mechanic man_motor_wheelchair man_mountain_biking man_office_worker man_pilot
  man_playing_handball man_playing_water_polo man_police_officer man_pouting man_probing_cane man_raising_hand
  man_red_hair man_red_haired man_rowing_boat man_running man_running_facing_right man_scientist man_shrugging
  man_singer man_standing man_steamy_room man_student man_superhero man_supervillain man_surfing man_swimming
  man_teacher man_technologist man_tipping_hand man_turban man_tuxedo man_vampire man_veiled_bride man_villain
  man_walking man_walking_facing_right man_water_polo man_wearing_turban man_wheelchair man_white_haired
  man_with_chinese_cap man_with_gua_pi_mao man_with_probing_cane man_with_turban man_with_veil
  man_with_white_cane_facing_right man_zombie mandarin mango mans_shoe mantelpiece_clock mantlepiece_clock
  manual_wheelchair map map_of_japan maple_leaf maracas marshall_islands martial_arts_uniform martinique mask
  massage massage_man massage_woman mate mauritania mauritius mayotte mc md me meat_on_bone mech_arm mech_leg
  mechanic mechanical_arm mechanical_leg medal medal_military medal_sports medical medical_symbol
  medium_black_square medium_small_black_square medium_small_white_square medium_white_square mega megaphone melon
  melting_face memo men_bunny_ears_partying men_with_bunny_ears_partying men_wrestling mending_heart menorah mens
  mens_room mermaid merman merperson metal metro mexico mf mg mh microbe micronesia microphone microphone2
  microscope middle_finger military_helmet military_medal milk milk_glass milky_way minibus minidisc minus mirror
  mirror_ball mischievous mk ml mm mn mo moai mobile mobile_calling mobile_phone mobile_phone_off moldova monaco
  money_bag money_mouth money_mouth_face money_wings money_with_wings moneybag mongolia monkey monkey_face monocle
  monocle_face monorail montenegro montserrat moon moon_cake moon_ceremony moose morocco mortar_board mosque
  mosquito mother_christmas motor_boat motor_scooter motor_wheelchair motorbike motorboat motorcycle
  motorized_wheelchair motorway mount_fuji mountain mountain_bicyclist mountain_biking_man mountain_biking_woman
  mountain_cableway mountain_railway mountain_snow mouse mouse2 mouse_face mouse_three_button mouse_trap mouth
  movie_camera moyai mozambique mp mq mr mrs_claus ms mt mu multiplication muscle mushroom musical_keyboard
  musical_note musical_notes musical_score mute muted_speaker mv mw mx mx_claus my myanmar mz n na nail_care
  nail_polish name_badge namibia national_park nauru nauseated nauseated_face nazar_amulet nc ne necktie
  negative_squared_cross_mark nepal nerd nerd_face nest_with_eggs nesting_dolls netherlands neutral neutral_face new
  new_caledonia new_moon new_moon_face new_moon_with_face new_zealand newspaper newspaper2 newspaper_roll next_track
  next_track_button nf ng ng_man ng_woman ni nicaragua niger nigeria night_stars night_with_stars nine nine_oclock
  nine_thirty ninja niue nl no no_bell no_bicycles no_entry no_entry_sign no_good no_good_man no_good_woman
  no_littering no_mobile_phones no_mouth no_pedestrians no_smoking no_sound non-potable_water non_potable_water
  norfolk_island north_korea northern_mariana_islands norway nose notebook notebook_with_decorative_cover
  notepad_spiral notes np nr nu nut_and_bolt nz o o2 o_blood ocean octagonal_sign octopus oden office office_worker
  ogre oil oil_drum ok ok_hand ok_man ok_person ok_woman old_key old_man old_woman older_adult older_man
  older_person older_woman olive om om_symbol oman on on_arrow oncoming_automobile oncoming_bus oncoming_fist
  oncoming_police_car oncoming_taxi one one_oclock one_piece_swimsuit one_thirty onion open_book open_file_folder
  open_hands open_mouth open_umbrella ophiuchus optical_disk orange orange_book orange_circle orange_heart
  orange_square orangutan orthodox_cross otter outbox_tray overcast overheating owl ox oyster p pa package paella
  page_curl page_facing_up page_with_curl pager paintbrush pakistan palau palestinian_territories palette
  palm_down_hand palm_tree palm_up_hand palms_up palms_up_together panama pancakes panda panda_face paperclip
  paperclips papua_new_guinea parachute paraguay parasol_on_ground park parking parrot part_alternation_mark
  partly_sunny party party_popper partying partying_face passenger_ship passport_control pause pause_button
  paw_prints pe pea_pod peace peace_symbol peach peacock peanuts pear pen pen_ballpoint pen_fountain pencil pencil2
  penguin pensive pensive_face people_bunny_ears_partying people_holding_hands people_hugging
  people_with_bunny_ears_partying people_wrestling performing_arts persevere persevered person person_artist
  person_astronaut person_bald person_beard person_biking person_bouncing_ball person_bowing person_cartwheel
  person_climbing person_cook person_curly_hair person_deaf person_doing_cartwheel person_facepalming
  person_factory_worker person_farmer person_feeding_baby person_fencing person_firefighter person_frowning
  person_gesturing_no person_gesturing_ok person_getting_haircut person_getting_massage person_golfing
  person_handball person_health_worker person_in_bed person_in_lotus_position person_in_manual_wheelchair
  person_in_manual_wheelchair_facing_right person_in_motorized_wheelchair
  person_in_motorized_wheelchair_facing_right person_in_steamy_room person_in_tuxedo person_judge person_juggling
  person_kneeling person_kneeling_facing_right person_lifting_weights person_lotus_position person_mechanic
  person_motor_wheelchair person_mountain_biking person_office_worker person_pilot person_playing_handball
  person_playing_water_polo person_pouting person_probing_cane person_raising_hand person_red_hair
  person_rowing_boat person_running person_running_facing_right person_scientist person_shrugging person_singer
  person_standing person_steamy_room person_student person_surfing person_swimming person_teacher
  person_technologist person_tipping_hand person_turban person_veiled_bride person_walking
  person_walking_facing_right person_water_polo person_wearing_turban person_wheelchair person_white_hair
  person_with_ball person_with_blond_hair person_with_crown person_with_pouting_face person_with_probing_cane
  person_with_turban person_with_veil person_with_white_cane_facing_right peru petri_dish pf pg ph philippines
  phoenix phone pick pickup_truck pie pig pig2 pig_face pig_nose pile_of_poo pill pilot pinata pinch pinched_fingers
  pinching_hand pine_decor pineapple ping_pong pink_heart pirate_flag pisces pistol pitcairn_islands pizza pk pl
  placard place_of_worship plate_with_cutlery play play_or_pause_button play_pause playful playground_slide pleading
  pleading_face pleased plunger plus pm pn point_down point_left point_right point_up point_up_2 poland polar_bear
  polar_bear_face police_car police_light police_officer policeman policewoman poo poodle poop popcorn portugal
  post_office postal_horn postbox pot_of_food potable_water potato potted_plant pouch poultry_leg pound
  pouring_liquid pout pouting_cat pouting_face pouting_man pouting_woman pr pray prayer_beads pregnant_man
  pregnant_person pregnant_woman pretentious pretzel previous_track previous_track_button prince princess printer
  probing_cane prohibited projector ps pt pudding puerto_rico punch purple_circle purple_heart purple_square purse
  pushpin put_litter_in_its_place puzzle_piece pw py qa qatar question question_mark rabbit rabbit2 rabbit_face
  raccoon race_car racehorse racing_car racing_motorcycle radio radio_button radioactive radioactive_sign rage
  railroad_track railway_car railway_track rain rainbow rainbow_flag raised_back_of_hand raised_backhand
  raised_eyebrow raised_fist raised_hand raised_hand_with_fingers_splayed
  raised_hand_with_part_between_middle_and_ring_fingers raised_hands raising_hand raising_hand_man
  raising_hand_woman raising_hands ram ramen rat razor re receipt record record_button recycle red_apple red_car
  red_circle red_envelope red_hair red_haired red_haired_man red_haired_person red_haired_woman red_heart
  red_lantern red_square regional_indicator_a regional_indicator_b regional_indicator_c regional_indicator_d
  regional_indicator_e regional_indicator_f regional_indicator_g regional_indicator_h regional_indicator_i
  regional_indicator_j regional_indicator_k regional_indicator_l regional_indicator_m regional_indicator_n
  regional_indicator_o regional_indicator_p regional_indicator_q regional_indicator_r regional_indicator_s
  regional_indicator_t regional_indicator_u regional_indicator_v regional_indicator_w regional_indicator_x
  regional_indicator_y regional_indicator_z registered relaxed relieved relieved_face reminder_ribbon repeat
  repeat_one repeat_single rescue_worker_helmet restroom reunion reverse reversed_hand_with_middle_finger_extended
  revolving_hearts rewind rhino rhinoceros ribbon rice rice_ball rice_cracker rice_scene right_anger_bubble
  right_anger_speech right_arrow right_bicep right_facing_fist right_fist rightwards_hand rightwards_pushing_hand
  ring ring_buoy ringed_planet ro robot robot_face rock rocket rofl roll_eyes roll_of_paper rolled_newspaper
  rolled_up_newspaper roller_coaster roller_skate rolling_eyes rolling_on_the_floor_laughing romania rooster rose
  rosette rotating_light round_pushpin rowboat rowing_man rowing_woman rs ru rugby rugby_football runner running
  running_man running_shirt running_shirt_with_sash running_shoe running_woman rw rwanda sa sad safety_pin
  safety_vest sagittarius sailboat sake salad salt saluting_face samoa san_marino sandal sandwich santa santa_claus
  sao_tome_principe sari sassy_man sassy_woman satellite satellite_antenna satellite_orbital satisfied saturn saudi
  saudi_arabia saudiarabia sauna_man sauna_person sauna_woman sauropod savour saw saxophone sb sc scales scarf
  school school_satchel scientist scissors scooter scorpio scorpion scorpius scotland scream scream_cat screwdriver
  scroll scuba_mask sd se seal seat second_place second_place_medal secret see_no_evil seedling selfie senegal
  serbia service_dog seven seven_oclock seven_thirty sewing_needle seychelles sg sh shaking_face shaking_hands
  shallow_pan_of_food shamed shamrock shark shaved_ice sheaf_of_rice sheep shell shelled_peanut shield shinto_shrine
  ship shirt shit shocked shoe shooting_star shopping shopping_bags shopping_cart shopping_trolley shortcake shorts
  shower shrimp shrug shuffle shushing shushing_face si sick sierra_leone sign_of_the_horns signal_strength silenced
  singapore singer sint_maarten six six_oclock six_pointed_star six_thirty sj sk skateboard skeleton ski skier skis
  skull skull_and_crossbones skull_crossbones skunk sl sled sleeping sleeping_accommodation sleeping_bed
  sleeping_face sleepy sleepy_face sleuth_or_spy slight_frown slight_smile slightly_frowning_face
  slightly_smiling_face slot_machine sloth slovakia slovenia sm small_airplane small_black_square small_blue_diamond
  small_orange_diamond small_red_triangle small_red_triangle_down small_white_square smile smile_cat smiley
  smiley_cat smiling_cat smiling_face smiling_face_with_3_hearts smiling_face_with_tear
  smiling_face_with_three_hearts smiling_imp smirk smirk_cat smirking_cat smirking_face smoking sn snail snake
  sneaker sneeze sneezing sneezing_face snow snow_capped_mountain snowboarder snowflake snowman snowman2
  snowman_with_snow snowy_mountain snowy_snowman so soap sob soccer soccer_ball socks softball solomon_islands
  somalia soon soon_arrow sos sound south_africa south_georgia_south_sandwich_islands south_sudan space_invader
  spade_suit spades spaghetti sparkle sparkler sparkles sparkling_heart speak_no_evil speaker speaking_head
  speaking_head_in_silhouette speech speech_balloon speech_left speedboat spider spider_web spiral_calendar
  spiral_calendar_pad spiral_note_pad spiral_notepad spiral_shell splayed_hand sponge spool spoon sports_medal
  spouting_whale spy squeeze_bottle squid sr sri_lanka ss st st_barthelemy st_helena st_kitts_nevis st_lucia
  st_martin st_pierre_miquelon st_vincent_grenadines stadium standing_man standing_person standing_woman star star2
  star3 star_and_crescent star_of_david star_struck stars starstruck station statue_of_liberty steam_locomotive
  steaming_bowl stethoscope stew stop stop_button stop_sign stopwatch storm straight_ruler strawberry
  stuck_out_tongue stuck_out_tongue_closed_eyes stuck_out_tongue_winking_eye student studio_microphone
  stuffed_flatbread stuffed_pita sudan sun sun_behind_large_cloud sun_behind_rain_cloud sun_behind_small_cloud
  sun_face sun_with_face sunflower sunglasses sunny sunrise sunrise_over_mountains sunset sunshower superhero
  superhero_man superhero_woman supervillain supervillain_man supervillain_woman surfer surfing_man surfing_woman
  suriname surprised sushi suspension_railway sv svalbard_jan_mayen swan swaziland sweat sweat_drops sweat_smile
  sweden sweet_potato swim_brief swimmer swimming_man swimming_woman switzerland sx sy symbols synagogue syria
  syringe sz t-rex t_rex t_shirt ta table_tennis taco tada taiwan tajikistan takeout_box tamale tanabata_tree
  tangerine tanzania taurus taxi tc td tea teacher teapot tear_smile technologist teddy_bear telephone
  telephone_receiver telescope television ten ten_oclock ten_thirty tennis tent test_tube tf tg th thailand
  thermometer thermometer_face thinking thinking_face third_place third_place_medal thong_sandal thought
  thought_balloon thread three three_button_mouse three_oclock three_thirty thumbdown thumbs_down thumbs_up
  thumbsdown thumbsup thumbup thunder_cloud_and_rain thunder_cloud_rain ticket tickets tie tiger tiger2 tiger_face
  timer timer_clock timor_leste tipping_hand_man tipping_hand_person tipping_hand_woman tired tired_face tj tk tl tm
  tn to togo toilet toilet_paper tokelau tokyo_tower tomato tone1 tone2 tone3 tone4 tone5 tone_dark tone_light
  tone_medium tone_medium_dark tone_medium_light tonga tongue tongue_out toolbox tools tooth toothbrush top
  top_arrow top_hat tophat torn_calendar tornado tr track_next track_previous trackball tractor trade_mark
  traffic_light train train2 tram tram_car trans trans_flag transgender_flag transgender_symbol trashcan trex
  triangle_flag triangular_flag_on_post triangular_ruler trident trinidad_tobago tristan_da_cunha triumph troll
  trolleybus trophy tropical_drink tropical_fish truck trumpet tshirt tt tulip tumbler_glass tunisia turkey
  turkmenistan turks_caicos_islands turtle tuvalu tuxedo tv tw twelve_oclock twelve_thirty twisted_rightwards_arrows
  two two_hearts two_hump_camel two_men_holding_hands two_oclock two_thirty two_women_holding_hands tz u5272 u5408
  u55b6 u6307 u6708 u6709 u6e80 u7121 u7533 u7981 u7a7a ua ug uganda uk ukraine um umbrella umbrella2
  umbrella_on_ground umbrella_rain unamused unamused_face underage unicorn unicorn_face united_arab_emirates
  united_nations unlock unlocked up up_arrow up_button up_down_arrow up_left_arrow up_red_triangle upper_abcd upset
  upside_down upside_down_face urn uruguay us us_outlying_islands us_virgin_islands usa utensils uy uz uzbekistan v
  va vacant vampire vampire_man vampire_woman vanuatu vatican_city vc ve venezuela vertical_traffic_light vg vhs vi
  vibration_mode victory victory_hand video_camera video_game videocassette vietnam villain violin virgo vn volcano
  volleyball vomiting vomiting_face vs vu vulcan vulcan_salute waffle wales walking walking_man walking_woman
  wallis_futuna wand waning_crescent_moon waning_gibbous_moon warning wastebasket watch water_buffalo water_closet
  water_polo water_wave watermelon wave waving_black_flag waving_hand waving_white_flag wavy_dash
  waxing_crescent_moon waxing_gibbous_moon wc weary weary_cat weary_face wedding weight_lifter weight_lifting
  weight_lifting_man weight_lifting_woman western_sahara wf whale whale2 wheel wheel_of_dharma wheelchair whisky
  white_cane white_check_mark white_circle white_exclamation white_flag white_flower white_frowning_face white_hair
  white_haired white_haired_man white_haired_person white_haired_woman white_heart white_large_square
  white_medium_small_square white_medium_square white_question white_small_square white_square_button
  white_sun_behind_cloud white_sun_behind_cloud_with_rain white_sun_cloud white_sun_rain_cloud white_sun_small_cloud
  white_sun_with_small_cloud wilted_flower wilted_rose wind_blowing_face wind_chime wind_face window wine_glass wing
  wink winking_face wireless wolf wolf_face woman woman_artist woman_astronaut woman_bald woman_beard woman_biking
  woman_bouncing_ball woman_bowing woman_cartwheeling woman_climbing woman_construction_worker woman_cook
  woman_curly_haired woman_dancing woman_deaf woman_detective woman_elf woman_facepalming woman_factory_worker
  woman_fairy woman_farmer woman_feeding_baby woman_firefighter woman_frowning woman_genie woman_gesturing_no
  woman_gesturing_ok woman_getting_face_massage woman_getting_haircut woman_golfing woman_guard woman_handball
  woman_headscarf woman_health_worker woman_hero woman_in_lotus_position woman_in_manual_wheelchair
  woman_in_manual_wheelchair_facing_right woman_in_motorized_wheelchair woman_in_motorized_wheelchair_facing_right
  woman_in_steamy_room woman_in_tuxedo woman_judge woman_juggling woman_kneeling woman_kneeling_facing_right
  woman_lifting_weights woman_lotus_position woman_mage woman_mechanic woman_motor_wheelchair woman_mountain_biking
  woman_office_worker woman_pilot woman_playing_handball woman_playing_water_polo woman_police_officer woman_pouting
  woman_probing_cane woman_raising_hand woman_red_haired woman_rowing_boat woman_running woman_running_facing_right
  woman_scientist woman_shrugging woman_singer woman_standing woman_steamy_room woman_student woman_superhero
  woman_supervillain woman_surfing woman_swimming woman_teacher woman_technologist woman_tipping_hand woman_turban
  woman_vampire woman_veiled_bride woman_villain woman_walking woman_walking_facing_right woman_water_polo
  woman_wearing_turban woman_wheelchair woman_white_haired woman_with_headscarf woman_with_probing_cane
  woman_with_turban woman_with_veil woman_with_white_cane_facing_right woman_zombie womans_boot womans_clothes
  womans_flat_shoe womans_hat womans_sandal women_bunny_ears_partying women_with_bunny_ears_partying women_wrestling
  womens womens_room wood woozy woozy_face world_map worm worried worried_face worship_symbol wrapped_gift wrench
  wrestlers wrestling writing_hand ws wtf x x_ray xk xmas_tree y yarn yawn yawning_face ye yellow_circle
  yellow_heart yellow_square yemen yen yen_banknote yerba_mate yes yin_yang yo_yo yoyo yt yum za zambia zany_face
  zap zebra zero zimbabwe zipper_mouth zipper_mouth_face zm zombie zombie_man zombie_woman zw zzz
`
